import type { Hex } from "viem";
import type { EvmLog } from "./evmFollowerLogs.ts";
import { isTooLarge, type BatchRpc, type RpcCall } from "./evmFollowerRpc.ts";
import type { EvmTransfer } from "./evmFollowerTransfers.ts";
import { askFor, receiptSchema, type RawReceipt } from "./evmFollowerWire.ts";
import { HttpFailure } from "./http.ts";

export type Unplaced<T> = T extends unknown ? Omit<T, "place"> : never;

/** What was found in a block, before receipts say what failed and where in its transaction a log stands. */
type Found = Readonly<{
  number: number;
  hash: string;
  transfers: readonly Unplaced<EvmTransfer>[];
  events: readonly Unplaced<EvmLog>[];
}>;

/** The same with the places; `unread` are the transactions whose receipt is larger than the node gives or we take. */
type Placed<Block extends Found> = Omit<Block, "transfers" | "events"> &
  Readonly<{ transfers: readonly EvmTransfer[]; events: readonly EvmLog[]; unread: readonly Hex[] }>;

/**
 * Drops the coins of failed transactions, which move nothing, and gives every log its place in its transaction. Only the
 * receipts of transactions with something of ours are asked for, in batches: they are few. Throws HttpFailure when the node
 * does not have one of them in this very block, or it lacks a log that the node gave before.
 */
export async function withReceipts<Block extends Found>(
  rpc: BatchRpc,
  blocks: readonly Block[],
): Promise<readonly Placed<Block>[]> {
  const receipts = await askReceipts(rpc, [...new Set(blocks.flatMap(hashesIn))]);
  return blocks.map((block) => placed(block, receipts));
}

function hashesIn({ transfers, events }: Found): readonly Hex[] {
  return [...new Set([...transfers, ...events].map(({ hash }) => hash))];
}

type Receipts = ReadonlyMap<Hex, RawReceipt | "too large">;

async function askReceipts(rpc: BatchRpc, hashes: readonly Hex[]): Promise<Receipts> {
  const call = (hash: Hex): RpcCall => ({ method: "eth_getTransactionReceipt", params: [hash] });
  const ask = async (some: readonly Hex[]): Promise<readonly RawReceipt[]> => {
    const answers = await askFor(rpc, receiptSchema, some.map(call));
    return answers.map((receipt, index) => {
      if (receipt && receipt.transactionHash === some[index]) return receipt;
      throw new HttpFailure("broken", `The node has no receipt for ${some[index]}.`);
    });
  };
  const found = new Map<Hex, RawReceipt | "too large">();
  const all = await ask(hashes).catch(orTooLarge);
  for (const [index, hash] of hashes.entries()) {
    const one = all === "too large" ? (await ask([hash]).catch(orTooLarge))[0] : all[index];
    found.set(hash, typeof one === "object" ? one : "too large");
  }
  return found;
}

/** Somebody may fill a whole block with one transaction's logs. That must not keep us from the blocks behind it. */
function orTooLarge(error: unknown): "too large" {
  if (isTooLarge(error)) return "too large";
  throw error;
}

function placed<Block extends Found>(block: Block, receipts: Receipts): Placed<Block> {
  const placeOf = (hash: Hex, logIndex: number): number | undefined => {
    const receipt = readable(block, receipts, hash);
    return receipt && placeIn(block, receipt, logIndex);
  };
  const transfers = block.transfers.flatMap((transfer): readonly EvmTransfer[] => {
    const { hash } = transfer;
    if (transfer.kind === "native")
      return readable(block, receipts, hash)?.status === "0x1" ? [transfer] : [];
    const place = placeOf(hash, transfer.logIndex);
    return place === undefined ? [] : [{ ...transfer, place }];
  });
  const events = block.events.flatMap((event) => {
    const place = placeOf(event.hash, event.logIndex);
    return place === undefined ? [] : [{ ...event, place }];
  });
  const unread = hashesIn(block).filter((hash) => receipts.get(hash) === "too large");
  return { ...block, transfers, events, unread };
}

function readable({ hash: blockHash, number }: Found, receipts: Receipts, hash: Hex) {
  const receipt = receipts.get(hash);
  if (receipt === "too large") return undefined;
  if (receipt?.blockHash === blockHash) return receipt;
  throw new HttpFailure("broken", `The node has no receipt for ${hash} in block ${number}.`);
}

function placeIn({ number }: Found, { transactionHash, logs }: RawReceipt, logIndex: number): number {
  const indexes = logs.map((log) => log.logIndex);
  if (indexes.includes(logIndex)) return logIndex - indexes.reduce((least, index) => Math.min(least, index));
  throw new HttpFailure(
    "broken",
    `The receipt of ${transactionHash} lacks log ${logIndex} of block ${number}, which the node gave before.`,
  );
}
