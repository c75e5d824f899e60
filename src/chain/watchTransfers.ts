import type { GetLogsReturnType, PublicClient } from "viem";
import { erc20Abi } from "../evm/erc20.ts";
import { HttpFailure } from "./http.ts";

/**
 * Follows the Transfer logs of some tokens to some recipients, a range of blocks at a time. A look costs a handful of
 * questions however many payments are awaited; block bodies are never fetched.
 */

/** The last block of a range that was read: where the next look starts, and how a reorganisation is noticed. */
export type Checkpoint = Readonly<{ height: number; hash: string }>;

/** One Transfer log. Hash and addresses are in lower case; `amount` is smallest units; `at` is its block's time in ms. */
export type TokenTransfer = Readonly<{
  txHash: string;
  logIndex: number;
  currency: string;
  recipient: string;
  amount: bigint;
  height: number;
  at: number;
}>;

/**
 * What is new: transfers (one may come again), checkpoints to keep, and from which height on everything that was told
 * earlier has left the best chain. `caughtUp` is false while more blocks are waiting to be read.
 */
export type TransferNews = Readonly<{
  undoneFrom: number | undefined;
  transfers: readonly TokenTransfer[];
  checkpoints: readonly Checkpoint[];
  caughtUp: boolean;
}>;

export type TransferFilter = Readonly<{ tokens: readonly string[]; recipients: readonly string[] }>;

const KEPT_CHECKPOINTS = 100;
const BLOCKS_A_LOOK = 500; // what providers with a limit allow
const OVERLAP = 8; // a node behind a load balancer may answer for blocks that it does not have yet, so the last are read again
const FIRST_LOOK_BACK = 20; // blocks below the tip: the first payments may be there before the first look
const RECIPIENTS_A_QUESTION = 500;
const MOST_LOGS = 10_000;

/**
 * The news since `known` (the caller's checkpoints, lowest first); without any it starts a little below the tip. Throws HttpFailure
 * when the chain cannot be asked: then nothing is news, and the next look starts from the same checkpoints.
 */
export async function transferNews(
  rpc: PublicClient,
  known: readonly Checkpoint[],
  filter: TransferFilter,
): Promise<TransferNews> {
  const tip = await blockAt(rpc, undefined);
  const last = known.at(-1);
  if (last && (tip.height < last.height || tip.hash === last.hash)) return nothing(known); // a node that is behind has no news
  const kept = await stillThere(rpc, known);
  const fork = kept.at(-1);
  const from = fork ? fork.height + 1 : (known[0]?.height ?? Math.max(0, tip.height - FIRST_LOOK_BACK));
  const to = Math.min(tip.height, from + BLOCKS_A_LOOK - 1);
  const end = to === tip.height ? tip : await blockAt(rpc, to); // before the logs: a change meanwhile is then noticed next time
  const transfers = await transfersIn(rpc, filter, Math.max(0, fork ? from - OVERLAP : from), to);
  const { height, hash } = end;
  return {
    undoneFrom: kept.length < known.length ? from : undefined,
    transfers,
    checkpoints: [...kept, { height, hash }].slice(-KEPT_CHECKPOINTS),
    caughtUp: to === tip.height,
  };
}

function nothing(known: readonly Checkpoint[]): TransferNews {
  return { undoneFrom: undefined, transfers: [], checkpoints: known, caughtUp: true };
}

/** The checkpoints that are on the best chain still. */
async function stillThere(rpc: PublicClient, known: readonly Checkpoint[]): Promise<readonly Checkpoint[]> {
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

async function transfersIn(
  rpc: PublicClient,
  { tokens, recipients }: TransferFilter,
  from: number,
  to: number,
): Promise<readonly TokenTransfer[]> {
  const logs: TransferLog[] = [];
  if (tokens.length === 0) return []; // an empty list means any to a node
  for (let first = 0; first < recipients.length; first += RECIPIENTS_A_QUESTION) {
    const some = recipients.slice(first, first + RECIPIENTS_A_QUESTION);
    logs.push(...(await transferLogs(rpc, tokens, some, from, to)));
  }
  if (logs.length > MOST_LOGS)
    throw new HttpFailure("broken", `Expected at most ${MOST_LOGS} logs, got ${logs.length}.`);
  const times = new Map<bigint, number>();
  for (const blockNumber of new Set(logs.map((log) => log.blockNumber))) {
    times.set(blockNumber, (await blockAt(rpc, Number(blockNumber))).at);
  }
  return logs.map(({ transactionHash, logIndex, address, args, blockNumber }) => ({
    txHash: transactionHash.toLowerCase(),
    logIndex,
    currency: address.toLowerCase(),
    recipient: args.to.toLowerCase(),
    amount: args.value,
    height: Number(blockNumber),
    at: times.get(blockNumber) ?? 0,
  }));
}

const [TRANSFER] = erc20Abi;
type TransferLog = GetLogsReturnType<typeof TRANSFER, [typeof TRANSFER], true, bigint, bigint>[number];

async function transferLogs(
  rpc: PublicClient,
  tokens: readonly string[],
  recipients: readonly string[],
  from: number,
  to: number,
): Promise<readonly TransferLog[]> {
  const logs = await asking(() =>
    rpc.getLogs({
      address: tokens as `0x${string}`[], // checked when the store was made
      event: TRANSFER,
      args: { to: recipients as `0x${string}`[] },
      fromBlock: BigInt(from),
      toBlock: BigInt(to),
      strict: true,
    }),
  );
  return logs.filter(({ args, removed }) => !removed && args.value > 0n); // transfers of nothing are a known nuisance
}

type SeenBlock = Checkpoint & Readonly<{ at: number }>;

async function blockAt(rpc: PublicClient, height: number | undefined): Promise<SeenBlock> {
  const block = await asking(() =>
    height === undefined ? rpc.getBlock() : rpc.getBlock({ blockNumber: BigInt(height) }),
  );
  if (block.number === null || block.hash === null)
    throw new HttpFailure("broken", "Expected a block that is on the chain, got a pending one.");
  return { height: Number(block.number), hash: block.hash, at: Number(block.timestamp) * 1_000 };
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new HttpFailure("unreachable", "The chain's RPC gave no answer.", undefined, undefined, { cause });
  }
}
