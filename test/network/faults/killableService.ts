import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { SANDBOX_MNEMONIC } from "../../../src/sandbox/accounts.ts";
import { until } from "../../support/postgresServers.ts";
import { startProcess, type Running } from "../../support/process.ts";
import type { EvmWorld } from "../evmWorld.ts";
import { startWorld, type World } from "../world.ts";

/** The built service as a process of its own, to be killed and started again at will. */
export type ServiceProcess = Readonly<{
  url(): string;
  start(): Promise<void>;
  /** Of its present or last life. */
  pid(): number | undefined;
  /** SIGKILL, at once. */
  kill(): void;
  /** Resolves when the killed process is gone. */
  gone(): Promise<unknown>;
}>;

/** One on the chains of a world. */
export type KillableService = ServiceProcess &
  Readonly<{
    world: World; // its chains; the service inside it is closed
    /** A further process on the same database and seed. */
    another(): ServiceProcess;
    /** Kills the process right after it has committed so many more times; gives what resolves then. SQLite only. */
    killAfterWrites(writes: number): Promise<void>;
    /** Runs `crosstill network audit` beside it; gives the exit code and what it printed. */
    audit(): Promise<Readonly<{ code: number | null; output: string }>>;
    /** Every log line of a level (pino's: 40 warns, 50 calls somebody), of all its lives. */
    logged(level: number): readonly string[];
    /** What the accounts hold first is in the books a moment after the start; an audit of later payments needs that. */
    booksOpen(): Promise<void>;
    /** The end of what its present life has logged. */
    recently(): string;
    close(): Promise<void>;
  }>;

const CHAINS = 3; // Bitcoin and two of EVM
const ONE_COMMIT_MS = 3; // a commit writes several pages, each an event of its own

/** Prepares chains, coins and settings; nothing runs before `start`. */
export async function prepareService(postgresUrl?: string): Promise<KillableService> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-kills-"));
  const world = await startWorld({ twoChains: true });
  await world.network.close();
  world.network = { ...world.network, close: async () => {} };
  for (let coin = 0; coin < 30; coin++) await world.pay(world.network.solver.bitcoin, 2_000_000);
  await world.mine();
  const seed = path.join(folder, "seed");
  fs.writeFileSync(seed, SANDBOX_MNEMONIC, { mode: 0o600 });
  const env = settings(world, seed, postgresUrl ?? path.join(folder, "network.db"));
  const lives: Running[] = []; // of all processes
  const processOf = () => {
    let latest: Running | undefined;
    let url = "";
    return {
      url: () => url,
      pid: () => latest?.child.pid,
      recently: () => (latest?.output() ?? "").slice(-4_000),
      async start() {
        const running = startProcess(["network"], env);
        latest = running;
        lives.push(running);
        await running.said("The intent service is ready");
        url = /http:\/\/localhost:\d+/.exec(running.output())?.[0].replace("localhost", "127.0.0.1") ?? "";
      },
      kill: () => void latest?.child.kill("SIGKILL"),
      gone: async () => latest?.end("SIGKILL"),
    };
  };
  const first = processOf();
  const { kill } = first;
  const opened = () => lives.flatMap((life) => life.output().match(/network\.books_opened/g) ?? []).length;
  return {
    ...first,
    world,
    another: processOf,
    killAfterWrites: (writes) =>
      new Promise((resolve) => {
        let seen = 0;
        let last = 0;
        const watcher = fs.watch(folder, (_event, name) => {
          if (name !== "network.db-wal") return;
          const isNew = performance.now() - last > ONE_COMMIT_MS;
          last = performance.now();
          if (!isNew || ++seen !== writes) return;
          kill();
          watcher.close();
          resolve();
        });
      }),
    async audit() {
      const running = startProcess(["network", "audit"], env);
      const code = await new Promise<number | null>((resolve) => running.child.once("close", resolve));
      return { code, output: running.output() };
    },
    booksOpen: () => until(async () => opened() >= CHAINS),
    logged: (level) =>
      lives
        .flatMap((life) => life.output().split("\n"))
        .filter((line) => line.startsWith(`{"level":${level}`)),
    async close() {
      await Promise.all(lives.map((life) => life.end("SIGKILL")));
      await world.close();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

/** What the operator of these chains would set. */
function settings(world: World, seed: string, database: string): Record<string, string> {
  const base = world.url.slice(0, -"/base/path".length);
  return {
    NETWORK_BITCOIN: "regtest",
    NETWORK_EXPLORER_URLS: `${base}/explorer/api`,
    NETWORK_SEED_FILE: seed,
    NETWORK_DATABASE_URL: database,
    NETWORK_HOST: "127.0.0.1",
    NETWORK_PORT: "0",
    NETWORK_QUOTES_PER_MINUTE: "10000",
    NETWORK_CALLS_PER_MINUTE: "10000",
    ...chainSettings(world.evm, base),
    ...chainSettings(world.other, base),
  };
}

function chainSettings({ id, usdc, usdt }: EvmWorld, base: string): Record<string, string> {
  return {
    [`NETWORK_RPC_${id}`]: `${base}/rpc/${id}`,
    [`NETWORK_TOKENS_${id}`]: `USDC:${usdc}:6:permit=Sandbox USD Coin/2,USDT:${usdt}:6:zero-first`,
  };
}
