import { http, type HttpTransport } from "viem";
import { postJson } from "./localHttp.ts";

/** The state of a running anvil, to come back to as often as a test run needs it. */

const TIMEOUT_MS = 10_000;

type Rpc = (method: string, params?: readonly unknown[]) => Promise<unknown>;

/**
 * Saves the state of the chain at this URL and gives the function that restores it: blocks, balances, code, block times, the
 * next base fee, automatic mining, and an empty pool. (Of states before the saved one anvil keeps the last 200 blocks only.) It
 * throws when the chain does not answer or is not the saved one: start another then.
 */
export async function saveState(url: string): Promise<() => Promise<void>> {
  const rpc = rpcTo(url);
  const automine = await rpc("anvil_getAutomine");
  const { baseFeePerGas: nextBaseFee } = (await rpc("eth_getBlockByNumber", ["pending", false])) as {
    baseFeePerGas: string;
  };
  const head = await headOf(rpc);
  let snapshot = await rpc("evm_snapshot");
  return async () => {
    await rpc("anvil_dropAllTransactions");
    await rpc("evm_setAutomine", [automine]);
    await rpc("evm_revert", [snapshot]);
    await rpc("anvil_setNextBlockBaseFeePerGas", [nextBaseFee]); // evm_revert leaves it as it is
    if ((await headOf(rpc)) !== head) throw new Error(`The chain at ${url} did not return to block ${head}.`);
    snapshot = await rpc("evm_snapshot"); // a snapshot serves once
  };
}

/** Sets the clock of a chain to that of this machine, as it was when it started; a restored one is at the saved block's time. */
export async function setClock(url: string): Promise<void> {
  await rpcTo(url)("evm_setTime", [Math.floor(Date.now() / 1000)]);
}

const MOST_LOOKS = 250; // a transaction that pays too little for a block stays in the pool
const LOOK_MS = 2;

/** Resolves when a chain that mines by itself has mined what it was sent: anvil says that it has a transaction before that. */
export async function untilMined(url: string): Promise<void> {
  const rpc = rpcTo(url);
  if (!(await rpc("anvil_getAutomine"))) return;
  for (let looked = 0; looked < MOST_LOOKS; looked++) {
    const { pending } = (await rpc("txpool_status")) as { pending: string };
    if (BigInt(pending) === 0n) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS)); // anvil is a process of its own
  }
}

/**
 * A viem transport to a chain that mines by itself: a transaction that was sent is in a block. viem's waitForTransactionReceipt
 * misses the block that comes while it asks about the transaction, and would then wait for one more.
 */
export function miningTransport(url: string): HttpTransport {
  const open = http(url, { retryCount: 0 });
  return (options) => {
    const transport = open(options);
    const request = async (args: Readonly<{ method: string; params?: unknown }>) => {
      const answer: unknown = await transport.request(args);
      if (args.method.startsWith("eth_send")) await untilMined(url);
      return answer;
    };
    return { ...transport, request: request as typeof transport.request };
  };
}

async function headOf(rpc: Rpc): Promise<string> {
  const { hash } = (await rpc("eth_getBlockByNumber", ["latest", false])) as { hash: string };
  return hash;
}

function rpcTo(url: string): Rpc {
  return async (method, params = []) => {
    const answer = await postJson(url, { jsonrpc: "2.0", id: 1, method, params }, TIMEOUT_MS);
    const { result, error } = answer as { result?: unknown; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
