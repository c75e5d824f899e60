import { createPublicClient, http, parseEventLogs, type PublicClient, type TransactionReceipt } from "viem";
import { erc20Abi } from "../evm/erc20.ts";
import { ZERO_ADDRESS } from "../evm/address.ts";
import { HttpFailure } from "./http.ts";

const TIMEOUT_MS = 5_000;

/** A read-only JSON-RPC client of one EVM chain, with a deadline on every call. */
export function createEvmRpc(url: string): PublicClient {
  return createPublicClient({ transport: http(url, { timeout: TIMEOUT_MS, retryCount: 1 }) });
}

/** Money that arrived by one transaction: a log for a token, the transaction itself for the native coin. */
export type Arrival = Readonly<{ amount: bigint; logIndex: number; blockNumber: bigint }>;

/**
 * What transaction `hash` paid to `recipient` in `currency`, or undefined when it is unknown, not in a block yet or reverted.
 * A token payment made by several logs is given as their sum under the first log's index.
 * Throws HttpFailure "unreachable" when the chain cannot be asked.
 */
export async function arrivalOf(
  rpc: PublicClient,
  hash: string,
  currency: string,
  recipient: string,
): Promise<Arrival | undefined> {
  const receipt = await receiptOf(rpc, hash);
  if (!receipt || receipt.status !== "success") return undefined;
  if (currency.toLowerCase() === ZERO_ADDRESS) return nativeArrival(rpc, receipt, recipient);
  const mine = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: receipt.logs }).filter(
    (log) => sameText(log.address, currency) && sameText(log.args.to, recipient),
  );
  const [first] = mine;
  if (!first) return undefined;
  const amount = mine.reduce((total, log) => total + log.args.value, 0n);
  return { amount, logIndex: first.logIndex, blockNumber: receipt.blockNumber };
}

async function nativeArrival(
  rpc: PublicClient,
  receipt: TransactionReceipt,
  recipient: string,
): Promise<Arrival | undefined> {
  if (!receipt.to || !sameText(receipt.to, recipient)) return undefined;
  const tx = await asking(() => rpc.getTransaction({ hash: receipt.transactionHash }));
  return { amount: tx.value, logIndex: -1, blockNumber: receipt.blockNumber };
}

async function receiptOf(rpc: PublicClient, hash: string): Promise<TransactionReceipt | undefined> {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return undefined;
  try {
    return await asking(() => rpc.getTransactionReceipt({ hash: hash as `0x${string}` }));
  } catch (error) {
    if (error instanceof HttpFailure && isNotFound(error.cause)) return undefined;
    throw error;
  }
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new HttpFailure("unreachable", "The chain's RPC gave no answer.", undefined, undefined, { cause });
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && error.name === "TransactionReceiptNotFoundError";
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
