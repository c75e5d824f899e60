import type { UnixSeconds } from "../../values/time.ts";
import type { Transaction } from "bitcoinjs-lib";
import { writeOutpoint } from "../codec/payment.ts";
import {
  hashOfHeader,
  hasWork,
  innerHash,
  merkleBranches,
  readHeader,
  type BlockProof,
} from "../codec/proof.ts";
import { blockContents, type BlockContents } from "./bitcoinBlock.ts";
import type { BitcoinRules, Epoch } from "./bitcoinRules.ts";
import { epochsTo, isValidTarget } from "./bitcoinTargets.ts";
import type { Esplora } from "./esplora.ts";
import { HttpFailure } from "../../http-client/http.ts";

/**
 * Follows the best Bitcoin chain block by block. One new block is fetched once and compared with everything that is
 * watched, so the cost grows with the chain and not with the number of addresses.
 */

export type BlockHeader = Readonly<{ height: number; hash: string; previous: string }>;

/** One output of a transaction in a block. The outpoint is (txid, vout); the value is sats. */
export type BlockOutput = Readonly<{ txid: string; vout: number; script: string; value: bigint }>;

export type FollowedBlock = Readonly<{
  header: BlockHeader;
  time: UnixSeconds;
  outputs: readonly BlockOutput[];
  spent: readonly string[]; // the outpoints "txid:vout" that its transactions spend
  /** The outpoints that one of its transactions spends; none for a transaction that is not in it. */
  spentBy(txid: string): readonly string[];
  /** What proves that a transaction is in this block; undefined when it is not. Made when asked for. */
  branchOf(txid: string): BlockProof | undefined;
}>;

/**
 * What changed since the caller last looked: blocks that left the best chain (tip first), then blocks that joined it (lowest
 * first). `epochs` are to be kept beside the headers: the targets of all blocks since the checkpoint.
 */
export type ChainNews = Readonly<{
  undone: readonly BlockHeader[];
  joined: readonly FollowedBlock[];
  epochs: readonly Epoch[];
}>;

export type LookOptions = Readonly<{
  epochs?: readonly Epoch[]; // those of the last poll; without them they are read from the checkpoint on
  limit?: number; // joined blocks a call
}>;

/** How many headers a follower keeps; a reorganisation deeper than this needs a person. */
export const KEPT_HEADERS = 100;

/**
 * A follower that has just started has few headers, so that even a small reorganisation may begin below the
 * first of them. It then reads this many blocks from below as well: a payment may have moved into one of
 * them.
 */
const YOUNG_FOLLOWER_DEPTH = 10;

const BLOCKS_A_LOOK = 50;

/**
 * The news since `known` (the caller's headers, lowest first). With no known header it starts at the explorer's tip.
 * Throws HttpFailure when the explorer cannot be asked or contradicts itself; then nothing is news.
 */
export async function chainNews(
  explorer: Esplora,
  rules: BitcoinRules,
  known: readonly BlockHeader[],
  { epochs = [], limit = BLOCKS_A_LOOK }: LookOptions = {},
): Promise<ChainNews> {
  const nothing: ChainNews = { undone: [], joined: [], epochs };
  const last = known.at(-1);
  if ((await explorer.tipHash()) === last?.hash) return nothing;
  const tip = await explorer.tipHeight();
  if (!last) return { undone: [], ...(await joinedBlocks(explorer, rules, undefined, tip, tip, epochs)) };
  if (tip < last.height) return nothing; // a shorter chain is never better: this explorer is behind
  const undone = await undoneHeaders(explorer, known);
  const fork = known[known.length - undone.length - 1];
  if (!fork && known.length >= KEPT_HEADERS) {
    throw new HttpFailure("broken", `The chain was reorganised below the last ${known.length} known blocks.`);
  }
  const from = fork ? fork.height + 1 : Math.max(0, last.height - undone.length + 1 - YOUNG_FOLLOWER_DEPTH);
  const to = Math.min(tip, from + limit - 1);
  const sound = epochs.filter(({ start }) => start < from); // one that began in an undone block has another beginning now
  const news = { undone, ...(await joinedBlocks(explorer, rules, fork, from, to, sound)) };
  refuseOtherBeginnings(news.epochs, [...known.slice(0, known.length - undone.length), ...headersOf(news)]);
  // Blocks are only undone together with the better ones that replace them.
  return news.joined.length > 0 || undone.length === 0 ? news : nothing;
}

/** The caller's headers after the news, no more than KEPT_HEADERS of them. */
export function headersAfter(
  known: readonly BlockHeader[],
  news: Pick<ChainNews, "undone" | "joined">,
): readonly BlockHeader[] {
  const kept = known.slice(0, known.length - news.undone.length);
  return [...kept, ...headersOf(news)].slice(-KEPT_HEADERS);
}

/**
 * The block that a transaction is in, checked like every other; undefined while it is in none. Throws HttpFailure when the
 * explorer cannot be asked or contradicts itself.
 */
export async function blockOf(
  explorer: Esplora,
  rules: BitcoinRules,
  txid: string,
  epochs: readonly Epoch[] = [],
): Promise<FollowedBlock | undefined> {
  const height = (await explorer.tx(txid))?.status.block_height;
  if (height === undefined || height === null) return undefined;
  const { joined } = await joinedBlocks(explorer, rules, undefined, height, height, epochs);
  const [block] = joined;
  if (block?.outputs.some((output) => output.txid === txid)) return block;
  throw new HttpFailure("broken", `Block ${height} does not have ${txid}, which is said to be in it.`);
}

function headersOf({ joined }: Pick<ChainNews, "joined">): readonly BlockHeader[] {
  return joined.map(({ header }) => header);
}

async function undoneHeaders(
  explorer: Esplora,
  known: readonly BlockHeader[],
): Promise<readonly BlockHeader[]> {
  const undone: BlockHeader[] = [];
  for (const header of known.toReversed()) {
    if ((await explorer.blockHash(header.height)) === header.hash) break;
    undone.push(header);
  }
  return undone;
}

async function joinedBlocks(
  explorer: Esplora,
  rules: BitcoinRules,
  parent: BlockHeader | undefined,
  from: number,
  to: number,
  known: readonly Epoch[],
): Promise<Pick<ChainNews, "joined" | "epochs">> {
  const joined: FollowedBlock[] = [];
  let previous = parent?.hash;
  let epochs = known;
  for (let height = from; height <= to; height++) {
    const hash = await explorer.blockHash(height);
    if (!hash) break; // the chain moved while we read it; the next poll sees the rest
    epochs = await epochsTo(explorer, rules, epochs, height);
    const contents = await explorer.readBlock(hash, (raw) => blockContents(hash, raw));
    const block = placeBlock(rules, epochs, height, contents);
    if (previous !== undefined && block.header.previous !== previous) break;
    joined.push(block);
    previous = hash;
  }
  return { joined, epochs };
}

/**
 * A block in its place in the chain, after checking its work against the expected target. The epochs must
 * reach to the height. Throws HttpFailure "broken" when the work is missing.
 */
function placeBlock(
  rules: BitcoinRules,
  epochs: readonly Epoch[],
  height: number,
  { header, transactions, txids }: BlockContents,
): FollowedBlock {
  const hash = hashOfHeader(header);
  const { previous, time, bits } = readHeader(header);
  if (!hasWork(rules.workHash(header), bits) || !isValidTarget(rules, epochs, height, bits)) {
    throw new HttpFailure("broken", `Block ${hash} lacks the work that we expect at height ${height}.`);
  }
  const places = new Map(txids.map((txid, index) => [txid, index]));
  const branchAt = merkleBranches(txids.map(innerHash)); // a block may pay us with a thousand outputs
  const spends = transactions.map(({ ins }) =>
    ins.map(({ hash: source, index }) => writeOutpoint(source, index)),
  );
  return {
    header: { height, hash, previous },
    time,
    outputs: transactions.flatMap((tx, index) => outputsOf(tx, txids[index] ?? "")), // as many as transactions
    spent: spends.flat(),
    spentBy: (txid) => spends[places.get(txid) ?? -1] ?? [],
    branchOf(txid) {
      const index = places.get(txid);
      if (index === undefined) return undefined;
      return { header: Buffer.from(header).toString("hex"), index, branch: branchAt(index) };
    },
  };
}

function outputsOf(tx: Transaction, txid: string): BlockOutput[] {
  return tx.outs.map(({ script, value }, vout) => ({
    txid,
    vout,
    script: Buffer.from(script).toString("hex"),
    value,
  }));
}

/** An epoch is read by height, so it may come from another branch than the blocks that were followed. */
function refuseOtherBeginnings(epochs: readonly Epoch[], headers: readonly BlockHeader[]): void {
  const starts = new Map(epochs.map(({ start, hash }) => [start, hash]));
  const other = headers.find(({ height, hash }) => (starts.get(height) ?? hash) !== hash);
  if (other) throw new HttpFailure("broken", `Block ${other.height} changed while it was read.`);
}
