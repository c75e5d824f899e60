import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { CHAIN_SETTINGS } from "../../src/cli/network/chains.ts";
import { freePort } from "../../src/sandbox/evm/anvil.ts";
import { livingChildren } from "../support/process.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** A fenced block of the document. */
type Block = Readonly<{ language: string; text: string }>;

/** docs/tutorials/run-the-intent-service.md as a newcomer follows it: everything in one terminal. */
describe("the walk in docs/tutorials/run-the-intent-service.md", function () {
  this.timeout(180_000);

  let folder: string;
  let terminal: Terminal;

  before(() => {
    folder = fs.mkdtempSync(path.join(REPOSITORY, "my-service-")); // programs in it find the packages of the repository
    terminal = openTerminal({ DATA_DIR: path.join(folder, "data") });
  });
  after(() => {
    terminal.kill();
    for (const pid of livingChildren(path.join(folder, "data"))) process.kill(pid, "SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it("can be followed from the first block to the last, as it is printed [service.stages]", async () => {
    const [sandboxPort, servicePort] = [await freePort(), await freePort()];
    const data = path.join(folder, "data");
    const adapt = (text: string) =>
      text
        .split("\n")
        .map((line) => (line.includes(" & ") ? line : line.replaceAll("npx crosstill", "node build/main.js")))
        .join("\n")
        .replaceAll("localhost:3000", `localhost:${sandboxPort}`)
        .replaceAll("localhost:3100", `localhost:${servicePort}`)
        .replaceAll("./my-service", folder)
        .replaceAll("./data", data);
    for (const { language, text } of blocksOf(read("docs/tutorials/run-the-intent-service.md"))) {
      if (language !== "js") await terminal.run(adapt(text));
      else {
        const program = path.join(folder, "bridge.mjs");
        fs.writeFileSync(program, adapt(text));
        await terminal.run(`node ${program}`);
      }
    }
    for (const port of [sandboxPort, servicePort])
      expect(await isOpen(port), `something still listens at port ${port}`).to.equal(false);
    const log = fs.readFileSync(path.join(folder, "log"), "utf8");
    expect(log, "no alarm").to.include("is ready at").and.not.to.include('"level":50');
    const output = await terminal.close();
    expect(output, "deployed").to.match(/Depository +0x[0-9a-f]{40} +deployed/);
    expect(output).to.include("is ready at").and.not.to.include("Contracts are missing");
    expect(output, "the quote's promise").to.match(/the recipient gets at least \d{8} millionths/);
    expect(output, "the transaction that was told").to.include("The transaction was looked at.");
    expect(output, "the deposit address request").to.match(/request 0x[0-9a-f]{64} ended with success/);
    expect(output, "the wallet's request").to.match(/finished\nsuccess \[/);
    expect(output, "a quote in tether").to.match(/^2[45]\d{6}$/m);
    expect(output.match(/Books and chains agree\./g), "two audits").to.have.length(2);
    expect(output, "the top-up").to.include("Would book 1 USDC at Sandbox Base");
    expect(output).to.include("Books 1 USDC at Sandbox Base");
  });

  it("is followed by a page with every setting, every command, and every event that calls for a person", () => {
    const document = read("docs/how-to/operate-the-intent-service.md");
    const settings = ["config", "names", "solverSettings"].map((name) => read(`src/cli/network/${name}.ts`));
    const notSettings = ["NETWORK_DEFAULTS", "NETWORK_RPC", "NETWORK_"];
    for (const [name] of settings.join("\n").matchAll(/\b(NETWORK|PRICE|STATUS)_?[A-Z_]+[A-Z]\b/g)) {
      if (!notSettings.includes(name)) expect(document).to.include(`\`${name}`);
    }
    for (const name of CHAIN_SETTINGS) expect(document).to.include(`\`${name}_<id>\``);
    for (const [, command] of read("src/cli/commands.ts").matchAll(/^ {2}"(network [a-z]+)"/gm)) {
      expect(document).to.include(`\`crosstill ${command}`);
    }
    for (const event of loudEvents("src/network")) expect(document).to.include(`\`${event}\``);
  });
});

describe("docs/reference/log-events.md", () => {
  it("names every event of the gateway that calls for a person", () => {
    const folders = fs.readdirSync(path.join(REPOSITORY, "src")).filter((name) => name !== "network"); // which has a document of its own
    const events = folders.flatMap((name) => loudEvents(path.join("src", name)));
    expect(events).to.include.members(["http.failed", "call.not_kept", "job.failed", "sandbox.anvil_lost"]);
    for (const event of events) expect(read("docs/reference/log-events.md")).to.include(`\`${event}\``);
  });
});

/** True while something takes connections at this port of this machine. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "localhost");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

function read(file: string): string {
  return fs.readFileSync(path.join(REPOSITORY, file), "utf8");
}

/** The events that a folder's code logs as errors or raises as alarms. */
function loudEvents(folder: string): readonly string[] {
  const place = path.join(REPOSITORY, folder);
  const isFile = fs.statSync(place).isFile(); // such as src/main.ts
  const files = isFile ? [""] : fs.readdirSync(place, { recursive: true, encoding: "utf8" });
  const names = files.map((file) => path.join(folder, file)).filter((file) => file.endsWith(".ts"));
  const code = names.map(read);
  const found = code
    .join("\n")
    .matchAll(/(?:log\.error|alarms\.raise|\breport)\(\s*(?:parts, )?"([a-z_]+\.[a-z_.]+)"/g);
  return [...new Set([...found].map(([, event = ""]) => event))];
}

/** The blocks that are marked to be run, in order. */
function blocksOf(document: string): readonly Block[] {
  return [...document.matchAll(/^```(\w+) test\n([^]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text,
  }));
}

type Terminal = ReturnType<typeof openTerminal>;

/** A shell in the repository that keeps its variables from block to block and ends at the first command that fails. */
function openTerminal(more: Readonly<Record<string, string>>) {
  const env = { PATH: process.env["PATH"] ?? "", HOME: os.tmpdir(), ...more };
  const shell = spawn("bash", ["-s"], { cwd: REPOSITORY, env, stdio: "pipe", detached: true });
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
    /** Ends it with everything that it started. */
    kill() {
      try {
        if (shell.pid !== undefined) process.kill(-shell.pid, "SIGKILL"); // its group, which it leads
      } catch {
        // nothing of it is left
      }
    },
  };
}
