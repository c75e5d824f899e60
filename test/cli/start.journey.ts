import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { QUOTE_USER } from "../support/inProcessService.ts";
import { serve, type LocalServer } from "../support/localServer.ts";
import { isAnvil, startProcess, type Running } from "../support/process.ts";

const NOBODY = "http://127.0.0.1:9"; // nothing listens there

describe("the start of the program", function () {
  this.timeout(120_000);
  let folder: string;
  let running: Running | undefined;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-start-"))));
  afterEach(async () => {
    if (running?.child.exitCode === null && running.child.signalCode === null) await running.end("SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const live = () => ({
    ...{ CROSSTILL_MODE: "live", BITCOIN_NETWORK: "regtest", DATA_DIR: path.join(folder, "data") },
    ...{ PORT: "0", PUBLIC_URL: "http://127.0.0.1:0", LOG_LEVEL: "silent" },
    ...{ INTENTS_URL: NOBODY, EXPLORER_URLS: NOBODY, RPC_1: NOBODY, QUOTE_USER_BITCOIN: QUOTE_USER },
  });

  describe("with settings that name the wrong systems", () => {
    let server: LocalServer;
    before(async () => (server = await serve((_asked, response) => response.writeHead(404).end("no"))));
    after(() => server.close());

    it("names each wrong setting, and opens no database", async () => {
      const { url } = server;
      running = startProcess(["serve"], { ...live(), INTENTS_URL: url, EXPLORER_URLS: url, RPC_1: url });
      const code = await new Promise((resolve) => running?.child.on("close", resolve));
      expect(code).to.equal(1);
      expect(running.output()).to.contain("The settings cannot be used:");
      for (const name of ["INTENTS_URL", "EXPLORER_URLS", "RPC_1"])
        expect(running.output()).to.match(
          new RegExp(`^  - ${name}: 127\\.0\\.0\\.1|^  - ${name}: .* answered 404`, "m"),
        );
      expect(fs.existsSync(path.join(folder, "data"))).to.equal(false);
    });
  });

  it("goes on with a warning while no other system answers, and says so in readiness", async () => {
    running = startProcess(["serve"], live());
    await running.said("Crosstill is ready at");
    for (const name of ["INTENTS_URL", "EXPLORER_URLS", "RPC_1"])
      expect(running.output()).to.match(new RegExp(`^Warning: ${name}: .* It is asked again\\.$`, "m"));
    const [, url = ""] = /is ready at (http:\S+)/.exec(running.output()) ?? [];
    const ready = (await (await fetch(`${url}/health/ready`)).json()) as Readonly<{ warnings: readonly string[] }>;
    expect(ready.warnings.map((warning) => warning.split(":")[0])).to.have.members(["INTENTS_URL", "EXPLORER_URLS", "RPC_1"]);
    await running.said("/owner/setup?token=");
    expect(await running.end("SIGTERM")).to.equal(0);
    running = startProcess(["serve"], live());
    await running.said("open the link that an earlier start printed");
    expect(running.output(), "the owner's link is printed once").not.to.contain("/owner/setup?token=");
    expect(await running.end("SIGTERM")).to.equal(0);
  }); // prettier-ignore

  it("leaves no chain of the sandbox running when a signal comes before it is complete", async () => {
    running = startProcess(["serve"], { DATA_DIR: folder, PORT: "0" });
    const chains = await untilSome(() => childrenOf(running?.child.pid));
    expect(await running.end("SIGTERM")).to.equal(0);
    expect(running.output())
      .to.contain("Stopped before the start was complete.")
      .and.not.contain("Start over");
    const deadline = Date.now() + 5_000;
    while (chains.some(isAnvil) && Date.now() < deadline) await wait(20);
    expect(chains.filter(isAnvil)).to.deep.equal([]);
  });
});

/** The anvil processes that a process has started. */
function childrenOf(pid: number | undefined): readonly number[] {
  return fs
    .readdirSync("/proc")
    .map(Number)
    .filter((one) => one > 0 && isAnvil(one) && parentOf(one) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/.exec(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

async function untilSome(find: () => readonly number[]): Promise<readonly number[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = find();
    if (found.length > 0) return found;
    if (Date.now() > deadline) throw new Error("Expected a chain of the sandbox to start within a minute.");
    await wait(20);
  }
}
