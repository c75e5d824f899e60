import type { Hex } from "viem";
import type { EvmLog } from "./evmFollowerLogs.ts";
import { isTooLarge, type AnswerSize, type BatchRpc } from "./evmFollowerRpc.ts";
import type { EvmTransfer } from "./evmFollowerTransfers.ts";
import { askFor, receiptSchema } from "./evmFollowerWire.ts";
import { HttpFailure } from "../../http-client/http.ts";

export type Unplaced<T> = T extends unknown ? Omit<T, "place"> : never;

/**
 * The findings in a block, before receipts show failed transactions and the place of each log in its
 * transaction.
 */
type Found = Readonly<{
  number: number;
  hash: string;
  transfers: readonly Unplaced<EvmTransfer>[];
  events: readonly Unplaced<EvmLog>[];
}>;

/**
 * The same with the places; `unread` are the transactions with transfers alone and a receipt larger than
 * the node gives or we accept.
 */
type Placed<Block extends Found> = Omit<Block, "transfers" | "events"> &
  Readonly<{ transfers: readonly EvmTransfer[]; events: readonly EvmLog[]; unread: readonly Hex[] }>;

/**
 * Drops the coins of failed transactions, which move nothing, and gives every log its place in its
 * transaction. Only the receipts of transactions with a finding are requested, in batches: they are few.
 * Any account can make a transaction with a larger receipt than usual. One with transfers alone is skipped
 * and listed in `unread`: its money lies at the watched address and is found by the balance. One with an
 * event of our contracts is never skipped, because a sweep, or an amount for the depository and the desk,
 * shows nowhere else: its receipt is requested alone, and accepted as large as a whole block's gas can make
 * it. Where the node does not give even that, this throws: the chain waits at this block, and the failing
 * job reports it, until a node gives it. Throws HttpFailure also when the node does not have one of the
 * receipts in this very block, or it lacks a log that the node gave before.
 */
export async function withReceipts<Block extends Found>(
  rpc: BatchRpc,
  blocks: readonly Block[],
): Promise<readonly Placed<Block>[]> {
  const needed = new Set(blocks.flatMap(({ events }) => events.map(({ hash }) => hash)));
  const receipts = await askReceipts(rpc, [...new Set(blocks.flatMap(hashesIn))], needed);
  return blocks.map((block) => placed(block, receipts));
}

function hashesIn({ transfers, events }: Found): readonly Hex[] {
  return [...new Set([...transfers, ...events].map(({ hash }) => hash))];
}

/**
 * The content of a receipt: whether its transaction succeeded, its block, and the numbers of its logs in
 * that block.
 */
type Receipt = Readonly<{ succeeded: boolean; blockHash: Hex; logs: ReadonlySet<number>; firstLog: number }>;
type Receipts = ReadonlyMap<Hex, Receipt | "too large">;

async function askReceipts(
  rpc: BatchRpc,
  hashes: readonly Hex[],
  needed: ReadonlySet<Hex>,
): Promise<Receipts> {
  const found = new Map<Hex, Receipt | "too large">();
  const all = await askSome(rpc, hashes).catch(orTooLarge);
  for (const [index, hash] of hashes.entries()) {
    let one =
      all === "too large" ? await askSome(rpc, [hash]).then(([only]) => only, orTooLarge) : all[index];
    if (one === "too large" && needed.has(hash)) one = await askLarge(rpc, hash);
    found.set(hash, one ?? "too large");
  }
  return found;
}

async function askSome(
  rpc: BatchRpc,
  hashes: readonly Hex[],
  size?: AnswerSize,
): Promise<readonly Receipt[]> {
  const calls = hashes.map((hash) => ({ method: "eth_getTransactionReceipt", params: [hash] }));
  const answers = await askFor(rpc, receiptSchema, calls, size);
  return answers.map((receipt, index) => {
    if (receipt?.transactionHash !== hashes[index] || !receipt)
      throw new HttpFailure("broken", `The node has no receipt for ${hashes[index]}.`);
    const logs = receipt.logs.map(({ logIndex }) => logIndex);
    const firstLog = logs.reduce((least, log) => Math.min(least, log), Infinity); // too many to be arguments
    const { blockHash, status } = receipt;
    return { succeeded: status === "0x1", blockHash, logs: new Set(logs), firstLog };
  });
}

async function askLarge(rpc: BatchRpc, hash: Hex): Promise<Receipt | undefined> {
  try {
    return (await askSome(rpc, [hash], "large"))[0];
  } catch (cause) {
    if (!isTooLarge(cause)) throw cause;
    const advice = "The chain waits here; set an RPC URL of a node that gives large answers.";
    const text = `The receipt of ${hash}, which has events of our contracts, is too large for the node or for us. ${advice}`;
    throw new HttpFailure("broken", text, undefined, undefined, { cause });
  }
}

/** One transaction's logs may fill a whole block, which must not block the ones behind it. */
function orTooLarge(error: unknown): "too large" {
  if (isTooLarge(error)) return "too large";
  throw error;
}

function placed<Block extends Found>(block: Block, receipts: Receipts): Placed<Block> {
  const placeOf = (hash: Hex, logIndex: number): number | undefined => {
    const receipt = readable(block, receipts, hash);
    return receipt && placeIn(block, hash, receipt, logIndex);
  };
  const transfers = block.transfers.flatMap((transfer): readonly EvmTransfer[] => {
    const { hash } = transfer;
    if (transfer.kind === "native") return readable(block, receipts, hash)?.succeeded ? [transfer] : [];
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

function placeIn({ number }: Found, hash: Hex, { logs, firstLog }: Receipt, logIndex: number): number {
  if (logs.has(logIndex)) return logIndex - firstLog;
  throw new HttpFailure(
    "broken",
    `The receipt of ${hash} lacks log ${logIndex} of block ${number}, which the node gave before.`,
  );
}
