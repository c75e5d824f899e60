import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { QUOTE_USER } from "../../support/inProcessService.ts";
import { median } from "../measure.ts";
import { rounded, type Row } from "../table.ts";

/** What a program took from being started until it answered, and the memory that it then had. */
type Start = Readonly<{ ms: number; bytes: number }>;

const BARE = "require('node:http').createServer((q, r) => r.end()).listen(process.env.PORT, '127.0.0.1')";
const NOBODY = "http://127.0.0.1:9";

/** The gateway in live mode beside a bare server, both started anew each time. */
export async function measureStart(program: string, folder: string, rounds: number): Promise<readonly Row[]> {
  const ours: Start[] = [];
  const bare: Start[] = [];
  for (let round = 0; round < rounds; round++) {
    const data = path.join(folder, `start-${round}`);
    ours.push(await start([program, "serve"], { CROSSTILL_MODE: "live", DATA_DIR: data, ...LIVE }));
    bare.push(await start(["-e", BARE], {}));
  }
  const of = (starts: readonly Start[], what: keyof Start) => median(starts.map((one) => one[what]));
  const seconds = (starts: readonly Start[]) => `${rounded(of(starts, "ms"))} ms`;
  const memory = (starts: readonly Start[]) => `${rounded(of(starts, "bytes") / 2 ** 20)} MiB`;
  const ratio = (what: keyof Start) => rounded(of(ours, what) / of(bare, what), 2);
  return [
    ["from start to the first answer", seconds(ours), `node:http: ${seconds(bare)}`, ratio("ms")],
    ["memory once it answers", memory(ours), `node:http: ${memory(bare)}`, ratio("bytes")],
  ];
}

const LIVE = {
  ...{ HOST: "127.0.0.1", PUBLIC_URL: "http://localhost:0", LOG_LEVEL: "error", BITCOIN_NETWORK: "regtest" },
  ...{ INTENTS_URL: NOBODY, EXPLORER_URLS: NOBODY, QUOTE_USER_BITCOIN: QUOTE_USER, DATABASE_URL: "" },
};

async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Start> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env, PORT: String(port) }, stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    while (!(await answers(port))) if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended with ${child.exitCode}.`);
    return { ms: performance.now() - began, bytes: residentOf(child.pid ?? 0) };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
} // prettier-ignore

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({ host: "127.0.0.1", port, path: "/health/live", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("error", () => setTimeout(() => resolve(false), 5));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** As Linux counts it. */
function residentOf(pid: number): number {
  const [, kib = "NaN"] = /^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) * 1024;
}
