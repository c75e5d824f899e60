import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { withSession } from "../../src/database/open.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { payerBitcoin } from "../../src/sandbox/accounts.ts";
import { freePort } from "../../src/sandbox/evm/anvil.ts";
import { RECIPIENT } from "../network/world.ts";
import { startProcess, type Running } from "../support/process.ts";
import { openDoors, type Doors } from "../support/doors.ts";
import type { Surroundings } from "./surroundings.ts";

/** The built gateway in live mode as a process of its own, to be killed and started again at will. */
export type KillableGateway = Readonly<{
  url: string;
  /** The way by which customers and the shop reach it. */
  front: Doors;
  storeId: string;
  apiKey: string;
  databaseUrl: string;
  journalFiles: readonly [string, ...string[]]; // more of several gateways
  /** Of its present or last life. */
  pid(): number | undefined;
  /** Starts it by a clock that much ahead (ms; not on PostgreSQL, whose clock it follows); gives how long it took until GET /health/ready answered 200. */
  start(aheadMs: number): Promise<number>;
  /** The same, but waits only until it serves: one whose clock is wrong is not ready. */
  startUnready(aheadMs: number): Promise<void>;
  /** Sets the clock of its machine while it runs: that much ahead of the right time, or behind it. */
  setClock(aheadMs: number): void;
  /** SIGKILL, at once. */
  kill(): void;
  /** Stops its process, which keeps its connections (SIGSTOP), or lets it go on (SIGCONT). */
  pause(isPaused: boolean): void;
  /** Resolves when the killed process is gone. */
  gone(): Promise<void>;
  /** SIGTERM; resolves with the exit code when it has ended by itself. */
  terminate(): Promise<number | null>;
  isUp(): boolean;
  /** Resolves while it is ready to be called. */
  whenUp(): Promise<void>;
  /** Runs another command of the program on the same settings. */
  run(...args: readonly string[]): Promise<Readonly<{ code: number | null; output: string }>>;
  /** What the database holds, also after a kill: what the process left is not touched. While it runs, what it wrote last may be missing. */
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Nothing can be written until the answer is called. */
  holdWrites(): Promise<() => Promise<void>>;
  /** The same when the answer is called, which then takes no longer than a look: a connection is open already. */
  readyToHold(): Promise<() => Promise<() => Promise<void>>>;
  /** Log lines of level error, of all its lives. */
  errors(): readonly string[];
  /** The end of what its present life has logged. */
  recently(): string;
  close(): Promise<void>;
}>;

const START_TIMEOUT_MS = 90_000; // on a busy machine
const POLL_MS = 15;

/** What is different where several gateways share a database: settings, and the store that the first of them has made. */
export type Beside = Readonly<{
  env?: Readonly<Record<string, string>>;
  store?: Readonly<{ storeId: string; apiKey: string }>;
}>;

/** Makes the settings, the database and a store; nothing runs before `start`. */
export async function prepareGateway(
  { world, doors }: Pick<Surroundings, "world" | "doors">,
  postgresUrl?: string,
  { env: more = {}, store }: Beside = {},
): Promise<KillableGateway> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-kills-"));
  const url = `http://127.0.0.1:${await freePort()}`;
  const databaseUrl = postgresUrl ?? path.join(folder, "gateway.db");
  const env = { ...gatewaySettings({ world, doors }, { url, folder, databaseUrl }), ...more };
  const lives: Running[] = [];
  let ahead: Readonly<Record<string, string>> = {};
  const run = async (...args: readonly string[]) => {
    const running = startProcess(args, { ...env, ...ahead });
    const code = await new Promise<number | null>((resolve) => running.child.once("close", resolve));
    return { code, output: running.output() };
  };
  const { storeId, apiKey } = store ?? (await makeStore(world, run));
  const front = await openDoors({ urls: { "/": `${url}/` }, answer: () => 404 });
  let up = signal();
  const kill = () => {
    if (up.isGiven()) up = signal(); // else somebody waits for this one

    lives.at(-1)?.child.kill("SIGKILL");
  };
  const clockFile = path.join(folder, "clock");
  const live = (aheadMs: number) => {
    fs.writeFileSync(clockFile, String(aheadMs));
    ahead = clockOf(clockFile);
    const life = startProcess(["serve"], { ...env, ...ahead });
    lives.push(life);
    return life;
  };
  return {
    ...{ url, front, storeId, apiKey, databaseUrl, run, kill },
    journalFiles: [path.join(folder, "journal.jsonl")],
    isUp: () => up.isGiven(),
    pid: () => lives.at(-1)?.child.pid,
    async start(aheadMs) {
      const from = performance.now();
      await untilReady(`${url}/health/ready`, live(postgresUrl === undefined ? aheadMs : 0));
      up.give();
      return performance.now() - from;
    },
    async startUnready(aheadMs) {
      await untilReady(`${url}/health/live`, live(aheadMs));
      up.give();
    },
    setClock(aheadMs) {
      fs.writeFileSync(clockFile, String(aheadMs));
      lives.at(-1)?.child.kill("SIGUSR2");
    },
    async terminate() {
      if (up.isGiven()) up = signal();
      return (await lives.at(-1)?.end("SIGTERM")) ?? null;
    },
    pause: (isPaused) => void lives.at(-1)?.child.kill(isPaused ? "SIGSTOP" : "SIGCONT"),
    async gone() {
      await lives.at(-1)?.end("SIGKILL");
    },
    whenUp: () => up.given,
    rows: (sql) => withCopy(databaseUrl, (copy) => withSession(copy, "gateway", true, ({ all }) => all(sql))),
    holdWrites: async () => (await readyToHold(databaseUrl))(),
    readyToHold: () => readyToHold(databaseUrl),
    errors: () => lives.flatMap((life) => life.output().split("\n")).filter((line) => line.startsWith('{"level":50')), // prettier-ignore
    recently: () => (lives.at(-1)?.output() ?? "").slice(-4_000),
    async close() {
      kill();
      await lives.at(-1)?.end("SIGKILL");
      await front.close();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

/** What the operator of a gateway on this world would set. */
export function gatewaySettings(
  { world, doors }: Pick<Surroundings, "world" | "doors">,
  { url, folder, databaseUrl }: Readonly<{ url: string; folder: string; databaseUrl: string }>,
): Readonly<Record<string, string>> {
  return {
    ...{ CROSSTILL_MODE: "live", BITCOIN_NETWORK: "regtest", DATA_DIR: folder, DATABASE_URL: databaseUrl },
    ...{ PORT: new URL(url).port, HOST: "127.0.0.1", PUBLIC_URL: url },
    ...{ INTENTS_URL: `${doors.url}/intents`, EXPLORER_URLS: `${doors.url}/explorer` },
    ...{
      INTENTS_CALLS_PER_MINUTE: "6000",
      INTENTS_QUOTES_PER_MINUTE: "100000",
      EXPLORER_CALLS_PER_MINUTE: "6000",
    },
    QUOTE_USER_BITCOIN: payerBitcoin().address,
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    [`RPC_${world.evm.id}`]: `${doors.url}/rpc/${world.evm.id}`,
    [`RPC_${world.other.id}`]: `${doors.url}/rpc/${world.other.id}`,
  };
}

/** A machine whose clock is ahead by what a file says, read again at SIGUSR2: time passes without anybody waiting. */
function clockOf(file: string): Readonly<{ NODE_OPTIONS: string }> {
  const script = `import fs from "node:fs";
    const now = Date.now;
    let ahead = 0;
    const read = () => void (ahead = Number(fs.readFileSync(${JSON.stringify(file)}, "utf8")));
    read();
    process.on("SIGUSR2", read);
    Date.now = () => now() + ahead;`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

async function makeStore(
  world: Surroundings["world"],
  run: KillableGateway["run"],
): Promise<Readonly<{ storeId: string; apiKey: string }>> {
  const migrated = await run("migrate");
  if (migrated.code !== 0) throw new Error(`The database was not migrated:\n${migrated.output}`);
  const { output } = await run(
    ...["stores", "create", "--name", "Shop", "--settle", `${world.evm.id}:${world.usdc}:${RECIPIENT}`],
    ...["--refund", `${BITCOIN_CHAIN_ID}:${world.refundTo}`],
    ...["--refund", `${world.other.id}:${(await world.other.wallet(11)).address}`],
    ...["--margin", "1"],
  );
  const [, storeId = "", apiKey = ""] = /Store id\s+(\S+)\s+API key\s+(\S+)/.exec(output) ?? [];
  if (!storeId) throw new Error(`No store was made:\n${output}`);
  return { storeId, apiKey };
}

async function untilReady(url: string, { child, output }: Running): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS)); // a real process is starting
  }
  throw new Error(
    `The gateway ended, or was not ready within ${START_TIMEOUT_MS} ms:\n${output().slice(-4_000)}`,
  );
}

/** Looks at copies of SQLite's files, so that whoever looks repairs nothing that the next start has to repair. */
async function withCopy<T>(databaseUrl: string, look: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl.startsWith("postgres")) return look(databaseUrl);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-look-"));
  try {
    for (const end of ["", "-wal"])
      if (fs.existsSync(databaseUrl + end)) fs.copyFileSync(databaseUrl + end, path.join(folder, `db${end}`));
    return await look(path.join(folder, "db"));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function readyToHold(databaseUrl: string): Promise<() => Promise<() => Promise<void>>> {
  const open = signal();
  const wanted = signal();
  const held = signal();
  const over = signal();
  const holding = withSession(databaseUrl, "gateway", true, async ({ dialect, run }) => {
    open.give();
    await wanted.given;
    await run(
      dialect === "sqlite" ? "begin immediate" : "begin; lock table invoices in share row exclusive mode",
    );
    held.give();
    await over.given;
    await run("rollback");
  });
  await Promise.race([open.given, holding]);
  return async () => {
    wanted.give();
    await Promise.race([held.given, holding]);
    return () => {
      over.give();
      return holding;
    };
  };
}

type Signal = Readonly<{ given: Promise<void>; isGiven(): boolean; give(): void }>;

function signal(): Signal {
  let resolve = () => {};
  let isGiven = false;
  const given = new Promise<void>((done) => (resolve = done));
  const give = () => {
    isGiven = true;
    resolve();
  };
  return { given, isGiven: () => isGiven, give };
}
