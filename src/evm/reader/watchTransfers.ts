import { fromUnixSeconds } from "../../values/time.ts";
import type { Hex } from "viem";
import { pad } from "viem/utils";
import { z } from "zod";
import { quantity } from "./evmBlocks.ts";
import { isTooLarge, type BatchRpc } from "./evmFollowerRpc.ts";
import { TRANSFER_TOPICS, transfersIn, type Erc20Transfer } from "./evmFollowerTransfers.ts";
import { askFor, headerSchema, logsSchema } from "./evmFollowerWire.ts";
import { withReceipts } from "./evmReceipts.ts";
import { movesSomething, transferPart } from "./evmTransferPart.ts";
import { HttpFailure } from "../../http-client/http.ts";

/**
 * Follows the Transfer logs of some tokens to some recipients, a range of blocks at a time. A look costs a handful of
 * questions however many payments are awaited, and one receipt for each transaction that pays; block bodies are never fetched.
 */

/** The last block of a range that was read: where the next poll starts, and how a reorganisation is noticed. */
export type Checkpoint = Readonly<{ height: number; hash: string }>;

/**
 * One Transfer log. Hash and addresses are in lower case; `part` names it within its transaction for ever (evmTransferPart.ts),
 * `logIndex` is its number in the block that holds it now; `amount` is smallest units; `at` is its block's time in ms.
 */
export type TokenTransfer = Readonly<{
  txHash: string;
  part: string;
  logIndex: number;
  currency: string;
  recipient: string;
  amount: bigint;
  height: number;
  at: number;
}>;

/**
 * The news: transfers (one may be repeated), checkpoints to keep, and the height from which on everything
 * reported earlier has left the best chain. `caughtUp` is false while more blocks are waiting to be read.
 * `unread` are transactions that paid, with a receipt larger than the node gives or we accept: their
 * payments are not among the transfers.
 */
export type TransferNews = Readonly<{
  undoneFrom: number | undefined;
  transfers: readonly TokenTransfer[];
  unread: readonly string[];
  checkpoints: readonly Checkpoint[];
  caughtUp: boolean;
}>;

export type TransferFilter = Readonly<{ tokens: readonly string[]; recipients: readonly string[] }>;

const KEPT_CHECKPOINTS = 100;
const BLOCKS_A_LOOK = 500; // what providers with a limit allow
const OVERLAP = 8; // a node behind a load balancer may answer for blocks that it does not have yet, so the last are read again
/** Blocks below where it starts: the first payments may be there before the first poll, and a reorganisation may begin there. */
const LOOK_BACK = 20;
const RECIPIENTS_A_QUESTION = 500;
const RECEIPTS_A_LOOK = 500; // a range with more transactions that pay is read in parts

/**
 * The news since `known` (the caller's checkpoints, lowest first); without any it starts a little below the tip. Throws HttpFailure
 * when the chain cannot be asked or contradicts itself: then nothing is news, and the next poll starts from the same checkpoints.
 */
export async function transferNews(
  rpc: BatchRpc,
  known: readonly Checkpoint[],
  filter: TransferFilter,
): Promise<TransferNews> {
  const tip = await blockAt(rpc, "latest");
  const last = known.at(-1);
  if (last && (tip.height < last.height || tip.hash === last.hash)) return nothing(known); // a node that is behind has no news
  const kept = await stillThere(rpc, known);
  const fork = kept.at(-1);
  const from = fork ? fork.height + 1 : Math.max(0, (known[0]?.height ?? tip.height) - LOOK_BACK);
  const { end, blocks } = await readRange(rpc, filter, {
    from,
    below: fork ? Math.min(OVERLAP, from) : 0,
    to: Math.min(tip.height, from + BLOCKS_A_LOOK - 1),
  });
  const { height, hash } = end;
  return {
    undoneFrom: kept.length < known.length ? from : undefined,
    ...(await transfersOf(rpc, blocks)),
    checkpoints: [...kept, { height, hash }].slice(-KEPT_CHECKPOINTS),
    caughtUp: height === tip.height,
  };
}

function nothing(known: readonly Checkpoint[]): TransferNews {
  return { undoneFrom: undefined, transfers: [], unread: [], checkpoints: known, caughtUp: true };
}

/** The checkpoints that are on the best chain still. */
async function stillThere(rpc: BatchRpc, known: readonly Checkpoint[]): Promise<readonly Checkpoint[]> {
  for (let count = known.length; count > 0; count--) {
    const checkpoint = known[count - 1] as Checkpoint; // below the length
    if ((await blockAt(rpc, checkpoint.height)).hash === checkpoint.hash) return known.slice(0, count);
  }
  if (known.length < KEPT_CHECKPOINTS) return [];
  throw new HttpFailure(
    "broken",
    `The chain has none of the last ${known.length} blocks that we know: check that RPC_<chainId> leads to the chain that it led to before.`,
  );
}

/** From which block on, how many below it are read again, and up to which. */
type Range = Readonly<{ from: number; below: number; to: number }>;
type PayingBlock = Readonly<{
  number: number;
  hash: Hex;
  transfers: readonly Omit<Erc20Transfer, "place">[];
  events: readonly never[];
}>;

/**
 * As much of the range as can be read at once: half of it, and half of that, where it is full of transfers.
 */
async function readRange(
  rpc: BatchRpc,
  filter: TransferFilter,
  { from, below, to }: Range,
): Promise<Readonly<{ end: Checkpoint; blocks: readonly PayingBlock[] }>> {
  const isShort = to <= from;
  const end = await blockAt(rpc, to); // before the logs: a change meanwhile is then noticed next time
  const blocks = await blocksThatPay(rpc, filter, from - below, to).catch((error: unknown) => {
    if (isShort || !isTooLarge(error)) throw error;
    return undefined;
  });
  const transactions = new Set(blocks?.flatMap(({ transfers }) => transfers.map(({ hash }) => hash)));
  if (blocks && (isShort || transactions.size <= RECEIPTS_A_LOOK)) return { end, blocks };
  return readRange(rpc, filter, { from, below, to: from + Math.floor((to - from) / 2) });
}

const rangeLogsSchema = z.array(
  logsSchema.element.extend({ blockNumber: headerSchema.unwrap().shape.number }),
);
const [TRANSFER] = TRANSFER_TOPICS;

async function blocksThatPay(
  rpc: BatchRpc,
  { tokens, recipients }: TransferFilter,
  from: number,
  to: number,
): Promise<readonly PayingBlock[]> {
  if (tokens.length === 0) return []; // an empty list means any to a node
  const calls: { method: string; params: readonly unknown[] }[] = [];
  for (let first = 0; first < recipients.length; first += RECIPIENTS_A_QUESTION) {
    const some = recipients.slice(first, first + RECIPIENTS_A_QUESTION).map((one) => pad(one as Hex)); // checked when the store was made
    const range = { fromBlock: quantity(from), toBlock: quantity(to) };
    calls.push({
      method: "eth_getLogs",
      params: [{ ...range, address: tokens, topics: [TRANSFER, null, some] }],
    });
  }
  const logs = (await askFor(rpc, rangeLogsSchema, calls)).flat().filter(({ removed }) => !removed);
  const blocks = new Map<Hex, PayingBlock>();
  for (const log of logs) {
    const { blockHash: hash, blockNumber: number } = log;
    const before = blocks.get(hash)?.transfers ?? [];
    const paid = transfersIn(log).flatMap((one) =>
      one.kind === "erc20" && movesSomething(one) ? [one] : [],
    );
    if (paid.length > 0) blocks.set(hash, { number, hash, transfers: [...before, ...paid], events: [] });
  }
  return [...blocks.values()];
}

/** The transfers with their places, which only receipts contain, and with the times of their blocks. */
async function transfersOf(
  rpc: BatchRpc,
  found: readonly PayingBlock[],
): Promise<Pick<TransferNews, "transfers" | "unread">> {
  const blocks = await withReceipts(rpc, found);
  const headers = await headersAt(
    rpc,
    blocks.map(({ number }) => number),
  );
  const transfers = blocks.flatMap(({ number, hash, transfers: paid }, index) => {
    const header = headers[index];
    if (header?.hash !== hash)
      throw new HttpFailure("broken", `Block ${number} was replaced while it was read.`);
    return paid.flatMap((transfer): TokenTransfer[] => {
      if (transfer.kind !== "erc20") return [];
      const { hash: txHash, logIndex, token: currency, to: recipient, value: amount } = transfer;
      const place = { part: transferPart(transfer), logIndex, height: number, at: header.at };
      return [{ txHash, currency, recipient, amount, ...place }];
    });
  });
  return { transfers, unread: blocks.flatMap(({ unread }) => unread) };
}

type SeenBlock = Checkpoint & Readonly<{ at: number }>;

async function blockAt(rpc: BatchRpc, name: number | "latest"): Promise<SeenBlock> {
  const [block] = await headersAt(rpc, [name]);
  return block as SeenBlock; // one was asked for
}

async function headersAt(
  rpc: BatchRpc,
  names: readonly (number | "latest")[],
): Promise<readonly SeenBlock[]> {
  const calls = names.map((name) => ({
    method: "eth_getBlockByNumber",
    params: [name === "latest" ? name : quantity(name), false],
  }));
  const headers = await askFor(rpc, headerSchema, calls);
  return headers.map((header, index) => {
    if (!header) throw new HttpFailure("broken", `The node has no block ${names[index]}.`);
    return { height: header.number, hash: header.hash, at: fromUnixSeconds(header.timestamp) };
  });
}
