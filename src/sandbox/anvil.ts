import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { SANDBOX_MNEMONIC } from "./accounts.ts";

/** One anvil process: an Ethereum node that keeps its chain in memory. */
export type Anvil = Readonly<{
  pid: number;
  port: number;
  url: string;
  /** Resolves when the process is gone, whoever ended it. */
  exited: Promise<void>;
  kill(): void;
  /** Lets this process end while anvil runs. */
  unref(): void;
}>;

/** Every chain begins at this moment (unix seconds), so that a replayed chain has the same blocks. */
export const GENESIS_TIME = 1_735_689_600; // 2025-01-01

const READY_MS = 15_000;
const LOOK_EVERY_MS = 50;
const KEPT_STATES = 200; // older states are forgotten instead of written to the home directory

const MISSING =
  "The sandbox needs anvil (from Foundry) for its EVM chains: on Linux x64 `npm install` brings it along, " +
  "elsewhere install Foundry so that `anvil` is on the PATH.";

/**
 * Starts anvil on a loopback port. It mines only when told to. Throws with a sentence when there is no anvil
 * or it does not answer in time.
 */
export async function startAnvil(chainId: number, port: number): Promise<Anvil> {
  const child = spawn(anvilBinary(), anvilArguments(chainId, port), {
    stdio: "ignore",
    detached: true, // Ctrl-C in a terminal reaches this process only, which then ends its children in order
  });
  let failure: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (cause) => {
      failure = new Error(MISSING, { cause });
      resolve();
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline && child.exitCode === null && !failure) {
    if (child.pid !== undefined && (await answersAs(url, chainId))) {
      const kill = () => void child.kill("SIGKILL");
      return { pid: child.pid, port, url, exited, kill, unref: () => child.unref() };
    }
    await wait(LOOK_EVERY_MS);
  }
  child.kill("SIGKILL");
  throw failure ?? new Error(`anvil did not answer on port ${port} within ${READY_MS / 1000} seconds.`);
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

/** The arguments that start a chain; children.ts knows our processes by them. */
export function anvilArguments(chainId: number, port: number): readonly string[] {
  return [
    ...["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId)],
    ...["--mnemonic", SANDBOX_MNEMONIC, "--timestamp", String(GENESIS_TIME)],
    // A base fee of 0.01 gwei, as on the roll-ups that these chains stand for; anvil suggests a tip of 1 gwei on top.
    ...["--block-base-fee-per-gas", "10000000"],
    ...["--no-mining", "--prune-history", String(KEPT_STATES), "--silent"],
  ];
}

/** The package's binary where it is installed, else whatever `anvil` the PATH holds. */
export function anvilBinary(): string {
  try {
    return createRequire(import.meta.url).resolve("@foundry-rs/anvil-linux-amd64/bin/anvil");
  } catch {
    return "anvil";
  }
}

async function answersAs(url: string, chainId: number): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
      signal: AbortSignal.timeout(1_000),
    });
    const answer = (await response.json()) as { result?: unknown }; // only compared
    return answer.result === `0x${chainId.toString(16)}`;
  } catch {
    return false;
  }
}
