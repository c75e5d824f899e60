import { Block, crypto, type Transaction } from "bitcoinjs-lib";
import type { BitcoinNetwork } from "../bitcoin/address.ts";
import { writeOutpoint } from "../bitcoin/payment.ts";
import { HttpFailure } from "./http.ts";
import type { Esplora } from "./esplora.ts";

/**
 * Follows the best Bitcoin chain block by block. One new block is fetched once and compared with everything that is
 * watched, so the cost grows with the chain and not with the number of addresses.
 */

export type BlockHeader = Readonly<{ height: number; hash: string; previous: string }>;

/** One output of a transaction in a block. The outpoint is (txid, vout); the value is sats. */
export type BlockOutput = Readonly<{ txid: string; vout: number; script: string; value: bigint }>;

export type FollowedBlock = Readonly<{
  header: BlockHeader;
  time: number;
  outputs: readonly BlockOutput[];
  spent: readonly string[]; // the outpoints "txid:vout" that its transactions spend
}>;

/** What changed since the caller last looked: blocks that left the best chain (tip first), then blocks that joined it (lowest first). */
export type ChainNews = Readonly<{ undone: readonly BlockHeader[]; joined: readonly FollowedBlock[] }>;

/** How many headers a follower keeps; a reorganisation deeper than this needs a person. */
export const KEPT_HEADERS = 100;

/**
 * A follower that has just started knows few headers, so that even a small reorganisation may begin below the first of them.
 * It then reads this many blocks from below as well: a payment may have moved into one of them.
 */
const YOUNG_FOLLOWER_DEPTH = 10;

const NO_NEWS: ChainNews = { undone: [], joined: [] };
const REGTEST_BITS = 0x207fffff;
/** The least work of a mainnet block, in compact form: less than a hundredth of 2026's, and still far too much to forge. */
const MAINNET_EASIEST_BITS = 0x18020000;

/**
 * The news since `known` (the caller's headers, lowest first). With no known header it starts at the explorer's tip.
 * Gives at most `limit` joined blocks a call. Throws HttpFailure when the explorer cannot be asked or contradicts itself.
 */
export async function chainNews(
  explorer: Esplora,
  network: BitcoinNetwork,
  known: readonly BlockHeader[],
  limit = 50,
): Promise<ChainNews> {
  const last = known.at(-1);
  if (last && (await explorer.tipHash()) === last.hash) return NO_NEWS;
  const tip = await explorer.tipHeight();
  if (!last) return { undone: [], joined: await joinedBlocks(explorer, network, undefined, tip, tip) };
  if (tip < last.height) return NO_NEWS; // a shorter chain is never better: this explorer is behind
  const undone = await undoneHeaders(explorer, known);
  const fork = known[known.length - undone.length - 1];
  if (!fork && known.length >= KEPT_HEADERS) {
    throw new HttpFailure("broken", `The chain was reorganised below the last ${known.length} known blocks.`);
  }
  const from = fork ? fork.height + 1 : Math.max(0, last.height - undone.length + 1 - YOUNG_FOLLOWER_DEPTH);
  const joined = await joinedBlocks(explorer, network, fork, from, Math.min(tip, from + limit - 1));
  // Blocks are only undone together with the better ones that replace them.
  return joined.length > 0 || undone.length === 0 ? { undone, joined } : NO_NEWS;
}

/** The caller's headers after the news, no more than KEPT_HEADERS of them. */
export function headersAfter(known: readonly BlockHeader[], news: ChainNews): readonly BlockHeader[] {
  const kept = known.slice(0, known.length - news.undone.length);
  return [...kept, ...news.joined.map(({ header }) => header)].slice(-KEPT_HEADERS);
}

/**
 * The block that a transaction is in, checked like every other; undefined while it is in none. Throws HttpFailure when the
 * explorer cannot be asked or contradicts itself.
 */
export async function blockOf(
  explorer: Esplora,
  network: BitcoinNetwork,
  txid: string,
): Promise<FollowedBlock | undefined> {
  const height = (await explorer.tx(txid))?.status.block_height;
  if (height === undefined || height === null) return undefined;
  const [block] = await joinedBlocks(explorer, network, undefined, height, height);
  if (block?.outputs.some((output) => output.txid === txid)) return block;
  throw new HttpFailure("broken", `Block ${height} does not have ${txid}, which is said to be in it.`);
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
  network: BitcoinNetwork,
  parent: BlockHeader | undefined,
  from: number,
  to: number,
): Promise<readonly FollowedBlock[]> {
  const joined: FollowedBlock[] = [];
  let previous = parent?.hash;
  for (let height = from; height <= to; height++) {
    const hash = await explorer.blockHash(height);
    if (!hash) break; // the chain moved while we read it; the next look sees the rest
    const block = readBlock(network, height, hash, await explorer.rawBlock(hash));
    if (previous !== undefined && block.header.previous !== previous) break; // likewise
    joined.push(block);
    previous = hash;
  }
  return joined;
}

/** A raw block as outputs, after checking that it is the block it was fetched as: hash, work and merkle root. */
function readBlock(network: BitcoinNetwork, height: number, hash: string, raw: Uint8Array): FollowedBlock {
  const block = parseBlock(raw, hash);
  if (block.getId() !== hash) throw new HttpFailure("broken", `Block ${hash} came back as ${block.getId()}.`);
  if (!block.checkProofOfWork() || !claimsEnoughWork(network, block.bits)) {
    throw new HttpFailure("broken", `Block ${hash} lacks the work it claims.`);
  }
  const transactions = block.transactions ?? [];
  const root = transactions.length > 0 ? merkleRoot(transactions) : undefined;
  if (!root || !block.merkleRoot || !Buffer.from(root).equals(block.merkleRoot)) {
    throw new HttpFailure("broken", `The transactions of block ${hash} do not match its merkle root.`);
  }
  const previous = Buffer.from(block.prevHash ?? [])
    .reverse()
    .toString("hex");
  return {
    header: { height, hash, previous },
    time: block.timestamp,
    outputs: transactions.flatMap(outputsOf),
    spent: transactions.flatMap(({ ins }) =>
      ins.map(({ hash: source, index }) => writeOutpoint(source, index)),
    ),
  };
}

/** A header's work is checked against the target in its own bits, so the bits have to be checked as well. */
function claimsEnoughWork(network: BitcoinNetwork, bits: number): boolean {
  if (network === "regtest") return bits === REGTEST_BITS;
  if (network !== "mainnet") return true; // test networks allow easy blocks by rule, and their coins have no value
  return Buffer.compare(Block.calculateTarget(bits), Block.calculateTarget(MAINNET_EASIEST_BITS)) <= 0;
}

function parseBlock(raw: Uint8Array, hash: string): Block {
  try {
    return Block.fromBuffer(raw);
  } catch (cause) {
    throw new HttpFailure("broken", `Block ${hash} cannot be read.`, undefined, undefined, { cause });
  }
}

function outputsOf(tx: Transaction): BlockOutput[] {
  const txid = tx.getId();
  return tx.outs.map(({ script, value }, vout) => ({
    txid,
    vout,
    script: Buffer.from(script).toString("hex"),
    value,
  }));
}

/** The merkle root over txids. bitcoinjs-lib's own refuses blocks whose coinbase lacks a witness commitment. */
function merkleRoot(transactions: readonly Transaction[]): Uint8Array {
  let level = transactions.map((tx) => tx.getHash());
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let left = 0; left < level.length; left += 2) {
      const pair = [level[left], level[left + 1] ?? level[left]] as [Uint8Array, Uint8Array]; // left is below the length
      next.push(crypto.hash256(Buffer.concat(pair)));
    }
    level = next;
  }
  return level[0] as Uint8Array; // callers pass at least one transaction
}
