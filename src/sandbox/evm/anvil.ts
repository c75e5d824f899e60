import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import net from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { SANDBOX_MNEMONIC } from "../accounts.ts";

/** One anvil process: an Ethereum node that keeps its chain in memory. */
export type Anvil = Readonly<{
  pid: number;
  port: number;
  url: string;
  /** Resolves when the process has ended for any reason. */
  exited: Promise<void>;
  kill(): void;
  /** Lets this process end while anvil runs. */
  unref(): void;
}>;

/** Every chain begins at this moment (unix seconds), so that a replayed chain has the same blocks. */
export const GENESIS_TIME = 1_735_689_600; // 2025-01-01

/** Lets the system pick a port. */
export const ANY_PORT = 0;

const READY_MS = 15_000;
const MOST_SAID = 20_000; // characters of its greeting
const KEPT_STATES = 200; // older states are forgotten instead of written to the home directory

const MISSING =
  "The sandbox needs anvil (from Foundry) for its EVM chains: on Linux x64 `npm install` brings it along, " +
  "elsewhere install Foundry so that `anvil` is on the PATH.";

/**
 * Starts anvil on a loopback port: the given one, or one that the system picks. It mines only on request.
 * Throws a sentence when anvil is missing, the port is taken, or anvil does not answer in time.
 */
export function startAnvil(chainId: number, port = ANY_PORT): Promise<Anvil> {
  return spawnAnvil(anvilArguments(chainId, port));
}

/**
 * The same with other arguments. The port is read from anvil's output: a port that was free a moment ago
 * may belong to another anvil by now, with the same chain id.
 */
export async function spawnAnvil(args: readonly string[]): Promise<Anvil> {
  const child = spawn(anvilBinary(), args, {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true, // Ctrl-C in a terminal reaches this process only, which then ends its children in order
  });
  let failure = new Error("anvil ended before it listened: is its port taken?");
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (cause) => {
      failure = new Error(MISSING, { cause });
      resolve();
    });
  });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill); // until the caller knows of it (children.ts)
  const port = await Promise.race([portOf(child.stdout), exited, wait(READY_MS, undefined, { ref: false })]);
  if (port === undefined || child.pid === undefined) {
    process.off("exit", kill);
    kill();
    throw child.exitCode === null && child.pid !== undefined
      ? new Error(`anvil did not listen within ${READY_MS / 1000} seconds.`)
      : failure;
  }
  const url = `http://127.0.0.1:${port}`;
  await silence(url);
  process.off("exit", kill);
  const unref = () => {
    child.unref();
    if (child.stdout instanceof net.Socket) child.stdout.unref();
  };
  return { pid: child.pid, port, url, exited, kill, unref };
}

/**
 * The port in anvil's output. Later output is read and discarded, so that anvil never blocks on a full
 * pipe.
 */
function portOf(output: Readable): Promise<number> {
  let said = "";
  return new Promise((resolve) => {
    output.setEncoding("utf8").on("data", (text: string) => {
      if (said.length < MOST_SAID) said += text;
      const port = /Listening on 127\.0\.0\.1:(\d+)\s/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

/** anvil logs every call by default. */
async function silence(url: string): Promise<void> {
  await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_setLoggingEnabled", params: [false] }),
    signal: AbortSignal.timeout(READY_MS),
  });
}

/** A port of the loopback interface that nothing uses now. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === "string") throw new Error("The system gave no free port.");
  return address.port;
}

/** The arguments that start a chain; children.ts recognises our processes by them. */
export function anvilArguments(chainId: number, port: number): readonly string[] {
  return [
    ...["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId)],
    ...["--mnemonic", SANDBOX_MNEMONIC, "--timestamp", String(GENESIS_TIME)],
    // A base fee of 0.01 gwei, as on the roll-ups that these chains stand for; anvil suggests a tip of 1 gwei on top.
    ...["--block-base-fee-per-gas", "10000000"],
    ...["--no-mining", "--prune-history", String(KEPT_STATES)],
  ];
}

/** The package's binary where it is installed, else the `anvil` of the PATH. */
export function anvilBinary(): string {
  try {
    return createRequire(import.meta.url).resolve("@foundry-rs/anvil-linux-amd64/bin/anvil");
  } catch {
    return "anvil";
  }
}
