import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { livingChildren, startProcess, type Running } from "../support/process.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const DOCUMENT = path.join(REPOSITORY, "docs/network.md");

/** A fenced block of the document: what stands behind the backquotes, and the lines. */
type Block = Readonly<{ language: string; mark: string; text: string }>;

/** docs/network.md as a newcomer follows it: the real sandbox for the chains, the real service beside it. */
describe("the walk in docs/network.md", function () {
  this.timeout(180_000);

  let folder: string;
  let sandbox: Running;
  let service: Running | undefined;
  let adapt: (text: string) => string;

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-docs-"));
    const [sandboxPort, servicePort] = [await freePort(), await freePort()];
    const data = path.join(folder, "data");
    sandbox = startProcess(["serve"], { DATA_DIR: data, PORT: String(sandboxPort) });
    await sandbox.said("Start over");
    adapt = (text) =>
      text
        .replaceAll("npx crosstill", "node build/main.js")
        .replaceAll("localhost:3000", `localhost:${sandboxPort}`)
        .replaceAll("localhost:3100", `localhost:${servicePort}`)
        .replaceAll("NETWORK_PORT=3100", `NETWORK_PORT=${servicePort}`)
        .replaceAll("./my-service", path.join(folder, "my-service"))
        .replaceAll("./data", data);
  });
  after(async () => {
    for (const running of [service, sandbox]) await running?.end("SIGTERM");
    for (const pid of livingChildren(path.join(folder, "data"))) process.kill(pid, "SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it("can be followed from the first block to the last, as it is printed [service.stages]", async () => {
    const terminal = openTerminal();
    for (const { language, mark, text } of blocksOf(fs.readFileSync(DOCUMENT, "utf8"))) {
      const block = adapt(text);
      if (mark === "service") {
        service = startProcess(block.trim().split(" ").slice(2), settingsOf(path.join(folder, "my-service/env"))); // prettier-ignore
        await service.said("is ready at");
      } else if (language === "js") {
        await terminal.run(`node --input-type=module - <<'END_OF_PROGRAM'\n${block}\nEND_OF_PROGRAM`);
      } else {
        await terminal.run(block);
      }
    }
    const output = await terminal.close();
    expect(output, "deployed").to.match(/Depository +0x[0-9a-f]{40} +deployed/);
    expect(output, "the quote's promise").to.match(/the recipient gets at least \d{8} millionths/);
    expect(output, "the deposit address request succeeded").to.include('"status":"success"');
    expect(output, "the wallet's request succeeded").to.match(/finished\nsuccess \[/);
    expect(output.match(/Books and chains agree\./g), "two audits").to.have.length(2);
    expect(output, "the top-up")
      .to.match(/unexplained/)
      .and.to.match(/Booked 1 USDC at Sandbox Base/);
    expect(service?.output()).to.not.include("Contracts are missing");
  });

  it("names every setting and every command that there is", () => {
    const document = fs.readFileSync(DOCUMENT, "utf8");
    const source = fs.readFileSync(path.join(REPOSITORY, "src/commands/networkConfig.ts"), "utf8");
    for (const [name] of source.matchAll(/\b(NETWORK|PRICE|STATUS)_?[A-Z_]+[A-Z]\b/g)) {
      if (!["NETWORK_DEFAULTS", "NETWORK_RPC"].includes(name)) expect(document).to.include(`\`${name}`);
    }
    const main = fs.readFileSync(path.join(REPOSITORY, "src/main.ts"), "utf8");
    for (const [, command] of main.matchAll(/^ {2}"(network [a-z]+)"/gm)) {
      expect(document).to.include(`\`crosstill ${command}`);
    }
  });
});

/** The blocks that are marked to be run, in order. */
function blocksOf(document: string): readonly Block[] {
  return [...document.matchAll(/^```(\w+) (test|service)\n([^]*?)^```$/gm)].map(
    ([, language = "", mark = "", text = ""]) => ({ language, mark, text }),
  );
}

function settingsOf(file: string): Record<string, string> {
  const lines = fs.readFileSync(file, "utf8").trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^(\w+)="?(.*?)"?$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

/** A shell in the repository that keeps its variables from block to block and ends at the first command that fails. */
function openTerminal() {
  const env = { PATH: process.env["PATH"] ?? "", HOME: os.tmpdir() };
  const shell = spawn("bash", ["-s"], { cwd: REPOSITORY, env, stdio: "pipe" });
  const ended = new Promise<number | null>((resolve) => shell.on("close", resolve));
  let output = "";
  let hear = () => {};
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on("data", (chunk) => {
      output += String(chunk);
      hear();
    });
  }
  let blocks = 0;
  shell.stdin.write("set -euo pipefail\n");
  return {
    /** Runs a block to its end. Throws with everything that was printed when a command of it fails. */
    async run(block: string): Promise<void> {
      const mark = `end of block ${++blocks}`;
      const done = new Promise<void>((resolve) => {
        hear = () => output.includes(mark) && resolve();
      });
      shell.stdin.write(`${block}\necho "${mark}"\n`);
      const failed = ended.then((code) => {
        throw new Error(`The shell ended with ${code} in this block:\n${block}\n\n${output}`);
      });
      await Promise.race([done, failed]);
    },
    async close(): Promise<string> {
      shell.stdin.end();
      await ended;
      return output;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo; // it listens on a port
      probe.close(() => resolve(port));
    });
  });
}
