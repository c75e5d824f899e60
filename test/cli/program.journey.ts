import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { usualCases } from "../support/sizes.ts";
import { startProcess, type Running } from "../support/process.ts";

const MAIN = fileURLToPath(new URL("../../build/main.js", import.meta.url));
const OTHER_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's example

/** The commands as somebody types them. */
describe("the command line", function () {
  this.timeout(60_000);

  let folder: string;
  const running: Running[] = [];
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-commands-"));
    fs.writeFileSync(path.join(folder, "seed"), OTHER_WORDS, { mode: 0o600 });
  });
  after(async () => {
    for (const one of running)
      if (one.child.exitCode === null && one.child.signalCode === null) await one.end("SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Everything that a command says, and its exit code. */
  const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const one = startProcess(args, env);
    running.push(one);
    const code = await new Promise((resolve) => one.child.on("close", resolve));
    return { code, output: one.output() };
  };
  const SUBCOMMANDS = ["network seed", "network accounts", "network deploy", "network keys", "network audit", "network refund"]; // prettier-ignore

  const others = [
    ["network", "help"],
    ["help", "network"],
    ["network", "-h"],
  ];
  for (const words of usualCases([["network", "--help"]], others)) {
    it(`"crosstill ${words.join(" ")}" lists what it can do, a line each`, async () => {
      const { code, output } = await run(words);
      expect(code).to.equal(0);
      for (const name of SUBCOMMANDS) expect(output).to.match(new RegExp(`^  ${name} +\\w`, "m"));
      expect(output).to.not.contain("stores create");
    });
  }

  it("a slip in a subcommand starts nothing, says what was meant, and lists them", async () => {
    const { code, output } = await run(["network", "adit"]);
    expect(code).to.equal(1);
    expect(output).to.contain('There is no command "network adit". Did you mean "crosstill network audit"?');
    for (const name of SUBCOMMANDS) expect(output).to.contain(`  ${name} `);
  });

  it("ends quietly when its reader has left", async () => {
    const child = spawn(process.execPath, [MAIN, "help"], {
      env: { PATH: process.env["PATH"] },
    });
    child.stdout.destroy();
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, said]).to.deep.equal([0, ""]);
  });

  it("one command tells what it takes", async () => {
    expect((await run(["network", "audit", "--help"])).output).to.contain(
      "network audit [--adopt | --withdrawn] [--yes]",
    );
  });

  describe("crosstill network", () => {
    const settings = () => ({
      NETWORK_SEED_FILE: path.join(folder, "seed"),
      NETWORK_DATABASE_URL: path.join(folder, "alone.db"),
      NETWORK_EXPLORER_URLS: "http://127.0.0.1:1/api",
      NETWORK_RPC_84530: "http://127.0.0.1:1",
      NETWORK_PORT: "0",
    });

    it("starts while nothing answers, with a warning for each", async () => {
      const one = startProcess(["network"], settings());
      running.push(one);
      await one.said("is ready at");
      expect(one.output()).to.match(/^Warning: Explorer 1 of NETWORK_EXPLORER_URLS: /m);
      expect(one.output()).to.match(/^Warning: NETWORK_RPC_84530: Chain 84530 gave no answer\./m);
      expect(one.output()).to.contain(path.join(folder, "alone.db"));
      const { output } = await run(["network"], settings());
      expect(output, "the right name of the setting").to.match(/alone\.db open.*NETWORK_DATABASE_URL/);
      expect(await one.end("SIGTERM")).to.equal(0);
    });

    it("names NETWORK_PORT when that is taken", async () => {
      const busy = net.createServer();
      await new Promise<void>((resolve) => busy.listen(0, resolve));
      const { port } = busy.address() as AddressInfo; // it listens on TCP
      const { code, output } = await run(["network"], { ...settings(), NETWORK_PORT: String(port) });
      busy.close();
      expect(code).to.equal(1);
      expect(output).to.contain(`Port ${port} is in use. Stop what listens there, or set NETWORK_PORT`);
    });
  });
});
