import { createPublicClient, http, parseEventLogs, type PublicClient, type TransactionReceipt } from "viem";
import { erc20Abi } from "../evm/erc20.ts";
import { ZERO_ADDRESS } from "../evm/address.ts";
import { HttpFailure } from "./http.ts";

const TIMEOUT_MS = 5_000;

/** A read-only JSON-RPC client of one EVM chain, with a deadline on every call. */
export function createEvmRpc(url: string): PublicClient {
  return createPublicClient({ transport: http(url, { timeout: TIMEOUT_MS, retryCount: 1 }) });
}

/**
 * One payment by a transaction: a log for a token, the transaction itself (log -1) for the native coin. The hash is the
 * receipt's own, in lower case, whatever the case in which it was asked for; `at` is the block's time in milliseconds.
 */
export type Arrival = Readonly<{ txHash: string; logIndex: number; amount: bigint; at: number }>;

/**
 * What transaction `hash` paid to `recipient` in `currency`: one arrival for each transfer, none when it is unknown, not in
 * a block yet or reverted. Throws HttpFailure "unreachable" when the chain cannot be asked.
 */
export async function arrivalsOf(
  rpc: PublicClient,
  hash: string,
  currency: string,
  recipient: string,
): Promise<readonly Arrival[]> {
  const receipt = await receiptOf(rpc, hash);
  if (!receipt || receipt.status !== "success") return [];
  const payments =
    currency.toLowerCase() === ZERO_ADDRESS
      ? await nativePayment(rpc, receipt, recipient)
      : tokenPayments(receipt, currency, recipient);
  if (payments.length === 0) return [];
  const block = await asking(() => rpc.getBlock({ blockNumber: receipt.blockNumber }));
  const common = { txHash: receipt.transactionHash.toLowerCase(), at: Number(block.timestamp) * 1000 };
  return payments.map((payment) => ({ ...common, ...payment }));
}

type Payment = Pick<Arrival, "logIndex" | "amount">;

function tokenPayments(receipt: TransactionReceipt, currency: string, recipient: string): readonly Payment[] {
  return parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: receipt.logs })
    .filter((log) => sameText(log.address, currency) && sameText(log.args.to, recipient))
    .map(({ logIndex, args }) => ({ logIndex, amount: args.value }));
}

async function nativePayment(
  rpc: PublicClient,
  receipt: TransactionReceipt,
  recipient: string,
): Promise<readonly Payment[]> {
  if (!receipt.to || !sameText(receipt.to, recipient)) return [];
  const { value } = await asking(() => rpc.getTransaction({ hash: receipt.transactionHash }));
  return [{ logIndex: -1, amount: value }];
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
