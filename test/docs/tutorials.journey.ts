import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { freePort } from "../../src/sandbox/evm/anvil.ts";
import { isFull } from "../support/sizes.ts";
import { startProcess, type Running } from "../support/process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MAIN = path.join(ROOT, "build/main.js");
const run = promisify(execFile);

/**
 * The tutorials beside the one of network.journey.ts: every command in them, on a sandbox that is started as they say, on a port
 * that the commands find in its data directory.
 */
describe("the commands in the tutorials and in the program's own words", function () {
  this.timeout(180_000);

  let server: Running;
  let port: string;
  let dataDir: string;
  let storeId: string;
  let link: string;

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-tutorials-"));
    port = String(await freePort());
    server = startProcess(["serve"], { DATA_DIR: dataDir, PORT: port });
    await server.said("-d '{");
    ({ storeId } = JSON.parse(fs.readFileSync(path.join(dataDir, "sandbox.json"), "utf8")) as {
      storeId: string;
    });
  });
  after(async () => {
    expect(await server.end("SIGTERM")).to.equal(0);
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  let isNpxTried = false; // npx takes a second to find the same program

  /** The output of "npx crosstill …", with what stands for a reader's own values filled in. */
  const crosstill = async (command: string) => {
    const words = command.replaceAll("<id>", storeId).replaceAll("<link>", link).split(" ");
    const [program = "", ...args] =
      isFull || !isNpxTried ? words : [process.execPath, MAIN, ...words.slice(2)];
    isNpxTried = true;
    const { stdout, stderr } = await run(program, args, {
      cwd: ROOT,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: dataDir, // npm keeps its settings and its cache at home
        NPM_CONFIG_UPDATE_NOTIFIER: "false", // npm tells of its own new versions when it likes
        DATA_DIR: dataDir,
      },
    });
    expect(stderr, command).to.not.match(/^npm (warn|error)/m);
    return (stdout + stderr).trim();
  };

  it("the sandbox prints a curl line that creates an invoice with a checkout link", async () => {
    const [curl = ""] = /curl -s .*/.exec(server.output()) ?? [];
    const { stdout } = await run("bash", ["-c", curl]);
    ({ checkoutLink: link } = JSON.parse(stdout) as { checkoutLink: string });
    const page = await fetch(link);
    expect(page.status).to.equal(200);
    expect(await page.text()).to.include("Pay from the sandbox wallet");
  });

  it("first-payment.md: pays, and compares every unit with the chain", async () => {
    const [pay = "", demo = "", ...more] = commandsIn("first-payment.md");
    expect(more).to.deep.equal([]);
    await crosstill(pay);
    const played = await crosstill(demo.replace("200", "2"));
    expect(played).to.match(/Invoices +2\n.*Settled +2\n[^]*every unit accounted for/);
    expect(played, "the running sandbox is found").to.not.contain("so one is started");
    for (const place of ["/sandbox", "/docs"])
      expect((await fetch(`http://localhost:${port}${place}`)).status, place).to.equal(200);
  });

  it("connect-a-shop.md: makes a key, and sets the store up for each plugin", async () => {
    const commands = commandsIn("connect-a-shop.md");
    expect(commands).to.have.length(2);
    const [keys = "", ...settings] = commands;
    const key = await crosstill(keys);
    const store = await fetch(`http://localhost:${port}/api/v1/stores`, {
      headers: { authorization: `token ${key}` },
    });
    expect(store.status, key).to.equal(200);
    for (const command of settings) expect(await crosstill(command), command).to.match(/: off → on$/);
  });

  it("crosstill network prints an example that starts a service on the sandbox", async () => {
    const asked = startProcess(["network"], {});
    await new Promise((resolve) => asked.child.on("close", resolve));
    const [example = ""] = /^ {2}npx crosstill[^]*?npx crosstill network$/m.exec(asked.output()) ?? [];
    const script = example
      .replaceAll("npx crosstill", `"${process.execPath}" "${MAIN}"`)
      .replaceAll(":3000/", `:${port}/`);
    const child = execFile("sh", ["-ec", script.replace(/network$/, "network & echo pid $!; wait")], {
      cwd: dataDir,
      env: { PATH: process.env["PATH"], NETWORK_PORT: "0" },
    });
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (text: string) => (said += text).includes("is ready at") && resolve());
      child.on("close", () => reject(new Error(`It ended: ${said}`)));
    });
    const [, pid] = /^pid (\d+)$/m.exec(said) ?? [];
    const closed = new Promise((resolve) => child.on("close", resolve));
    process.kill(Number(pid), "SIGTERM");
    await closed;
    expect(said).to.contain("It pays on EVM chains from");
  });
});

/** Each "npx crosstill …" of a tutorial, in order. */
function commandsIn(name: string): readonly string[] {
  const text = fs.readFileSync(path.join(ROOT, "docs/tutorials", name), "utf8");
  return [...text.matchAll(/npx crosstill [^`\n]+/g)].map(([command]) => command);
}
