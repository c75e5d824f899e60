import type { UnixSeconds } from "../../values/time.ts";
import type { Hex } from "viem";
import type { EvmAddress } from "../codec/address.ts";
import { logsOf, type BlockLogs, type EvmLog, type LogFilter } from "./evmFollowerLogs.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { transfersIn, type EvmTransfer, type NativeTransfer } from "./evmFollowerTransfers.ts";
import { askFor, blockSchema, type RawBlock } from "./evmFollowerWire.ts";
import { withReceipts, type Unplaced } from "./evmReceipts.ts";
import { HttpFailure } from "../../http-client/http.ts";

/**
 * Reads EVM blocks whole: one question for a block, one for its logs, one for each transaction that moves something of ours,
 * however many addresses are watched.
 */

export type EvmHeader = Readonly<{ number: number; hash: string; parent: string }>;

/**
 * The watched part of a block: transfers to watched addresses (plain ones first, then in the order of the
 * logs) and the requested events. `onlyListed` means that the node could not
 * give the logs of all contracts in one answer, so that transfers of unlisted tokens may be missing;
 * `unread` are transactions that moved something to a watched address, have none of the events, and have a
 * receipt larger than the node gives or we accept: nothing of theirs is in the block.
 */
export type EvmBlock = EvmHeader &
  Readonly<{
    timestamp: UnixSeconds;
    transfers: readonly EvmTransfer[];
    events: readonly EvmLog[];
    onlyListed: boolean;
    unread: readonly Hex[];
  }>;

/** What a follower looks for. Addresses and topics are in lower case. */
export type EvmWatch = LogFilter &
  Readonly<{
    /** Which of these addresses are ours; asked once a block, with every address that the block sends something to. */
    isWatched(addresses: readonly EvmAddress[]): Promise<ReadonlySet<string>>;
  }>;

/**
 * The blocks of these heights, lowest first. The first must continue `parent`, every other the one before it. Throws
 * HttpFailure when the node does not have one of them, contradicts itself, or gives no receipt for a transaction with one of the
 * events, however large.
 */
export async function readBlocks(
  rpc: BatchRpc,
  watch: EvmWatch,
  parent: EvmHeader | undefined,
  from: number,
  to: number,
): Promise<readonly EvmBlock[]> {
  const raws = await rawBlocks(rpc, parent, from, to);
  const logs = await logsOf(rpc, watch, raws);
  const blocks: Awaited<ReturnType<typeof watchedPart>>[] = [];
  for (const [index, raw] of raws.entries()) {
    const read = logs[index];
    if (read) blocks.push(await watchedPart(watch, raw, read));
  }
  return withReceipts(rpc, blocks);
}

async function rawBlocks(
  rpc: BatchRpc,
  parent: EvmHeader | undefined,
  from: number,
  to: number,
): Promise<readonly RawBlock[]> {
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const calls = numbers.map((number) => ({
    method: "eth_getBlockByNumber",
    params: [quantity(number), true],
  }));
  const blocks: RawBlock[] = [];
  for (const [index, block] of (await askFor(rpc, blockSchema, calls)).entries()) {
    const number = from + index;
    if (!block)
      throw new HttpFailure("broken", `The node has no block ${number}, though its chain is longer.`);
    if (block.number !== number) {
      throw new HttpFailure("broken", `The node gave block ${block.number} when asked for ${number}.`);
    }
    const before = blocks.at(-1)?.hash ?? parent?.hash;
    if (before !== undefined && block.parentHash !== before) {
      throw new HttpFailure(
        "broken",
        `Block ${number} does not continue the block before it: the chain moved.`,
      );
    }
    blocks.push(block);
  }
  return blocks;
}

async function watchedPart(watch: EvmWatch, raw: RawBlock, { logs, onlyListed }: BlockLogs) {
  const all = [...nativeTransfers(raw), ...logs.flatMap(transfersIn)].filter(movesSomething);
  const candidates = [...new Set(all.map(({ to }) => to))];
  const watched = candidates.length > 0 ? await watch.isWatched(candidates) : new Set();
  const addresses = new Set<string>(watch.events?.addresses);
  const topics = new Set<string | undefined>(watch.events?.topics);
  const events = logs.filter((log) => addresses.has(log.address) && topics.has(log.topics[0]));
  return {
    number: raw.number,
    hash: raw.hash,
    parent: raw.parentHash,
    timestamp: raw.timestamp,
    transfers: all.filter(({ to }) => watched.has(to)),
    events: events.map(({ transactionHash: hash, logIndex, address, topics: all, data }) => ({
      hash,
      logIndex,
      address,
      topics: all,
      data,
    })),
    onlyListed,
  };
}

function nativeTransfers({ transactions }: RawBlock): readonly NativeTransfer[] {
  return transactions.flatMap(({ hash, from, to, value }) =>
    to ? [{ kind: "native", hash, index: "value", from, to, value } as const] : [],
  );
}

/** Zero transfers and transfers to oneself bring nothing, and any account can make both for any address. */
function movesSomething(transfer: Unplaced<EvmTransfer>): boolean {
  const amount = transfer.kind === "nft" ? transfer.amount : transfer.value;
  return amount > 0n && transfer.from !== transfer.to;
}

/** A number as the JSON-RPC writes it. */
export function quantity(number: number): string {
  return `0x${number.toString(16)}`;
}
