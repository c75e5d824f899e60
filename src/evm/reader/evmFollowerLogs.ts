import type { Hex } from "viem";
import type { EvmAddress } from "../codec/address.ts";
import { isTooLarge, type BatchRpc } from "./evmFollowerRpc.ts";
import { TRANSFER_TOPICS } from "./evmFollowerTransfers.ts";
import { askFor, logsSchema, type RawLog } from "./evmFollowerWire.ts";
import { HttpFailure } from "../../http-client/http.ts";

/** Which logs are wanted. Addresses and topics are in lower case. */
export type LogFilter = Readonly<{
  /** The tokens that matter. Their transfers are found in any case. */
  tokens: readonly EvmAddress[];
  /** Asks the node for these tokens' logs only: on busy chains the logs of all tokens are megabytes a block. */
  onlyTokens?: boolean;
  /** Contracts with wanted raw logs, by first topic. */
  events?: Readonly<{ addresses: readonly EvmAddress[]; topics: readonly Hex[] }>;
}>;

/** A log as the chain has it; `hash` is the transaction's, `place` counts the logs of the transaction from zero. */
export type EvmLog = Readonly<{
  hash: Hex;
  logIndex: number;
  place: number;
  address: EvmAddress;
  topics: readonly Hex[];
  data: Hex;
}>;

type BlockName = Readonly<{ number: number; hash: Hex }>;

/** The logs of one block in order. `onlyListed`: of the listed contracts alone. */
export type BlockLogs = Readonly<{ logs: readonly RawLog[]; onlyListed: boolean }>;

/**
 * The logs of each block that are transfers or wanted events. Where a block has more than the node gives at
 * once, those of the listed tokens and contracts alone. Throws HttpFailure when the node has no answer or a
 * contradictory one.
 */
export async function logsOf(
  rpc: BatchRpc,
  filter: LogFilter,
  blocks: readonly BlockName[],
): Promise<readonly BlockLogs[]> {
  const onlyListed = filter.onlyTokens ?? false;
  try {
    return await askLogs(rpc, filter, blocks, onlyListed);
  } catch (error) {
    if (!isTooLarge(error) || onlyListed) throw error;
  }
  // A block can be filled with logs cheaply, which must not hide the tokens that matter.
  const each: BlockLogs[] = [];
  for (const block of blocks) {
    const [read] = await askLogs(rpc, filter, [block], false).catch((error: unknown) => {
      if (isTooLarge(error)) return askLogs(rpc, filter, [block], true);
      throw error;
    });
    if (read) each.push(read);
  }
  return each;
}

async function askLogs(
  rpc: BatchRpc,
  filter: LogFilter,
  blocks: readonly BlockName[],
  onlyListed: boolean,
): Promise<readonly BlockLogs[]> {
  const listed = [...filter.tokens, ...(filter.events?.addresses ?? [])];
  if (onlyListed && listed.length === 0) return blocks.map(() => ({ logs: [], onlyListed })); // [] means any to a node
  const topics = [[...TRANSFER_TOPICS, ...(filter.events?.topics ?? [])]];
  const calls = blocks.map(({ hash }) => ({
    method: "eth_getLogs",
    params: [{ blockHash: hash, topics, ...(onlyListed ? { address: listed } : {}) }],
  }));
  const answers = await askFor(rpc, logsSchema, calls);
  return blocks.map((block, index) => ({ logs: checkLogs(block, answers[index] ?? []), onlyListed }));
}

/** The logs in order. Throws HttpFailure when one is not of this block, was taken back or comes twice. */
function checkLogs({ number, hash }: BlockName, logs: readonly RawLog[]): readonly RawLog[] {
  const stray = logs.find(({ blockHash, removed }) => blockHash !== hash || removed);
  if (stray) throw new HttpFailure("broken", `The node gave a log that is not in block ${number} any more.`);
  if (new Set(logs.map(({ logIndex }) => logIndex)).size !== logs.length) {
    throw new HttpFailure("broken", `The node gave a log of block ${number} twice.`);
  }
  return logs.toSorted((a, b) => a.logIndex - b.logIndex);
}
