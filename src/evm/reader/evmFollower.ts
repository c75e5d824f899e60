import { quantity, readBlocks, type EvmBlock, type EvmHeader, type EvmWatch } from "./evmBlocks.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { askFor, headerSchema } from "./evmFollowerWire.ts";
import { HttpFailure } from "../../http-client/http.ts";

/**
 * Follows the best chain of an EVM node block by block. A look costs one request, with news two more for every ten blocks
 * (bodies and logs), so the cost grows with the chain and not with the number of watched addresses.
 *
 * Plain transactions and token logs are seen; coins that a contract sends on in the middle of a call leave neither, and
 * show in the balance only.
 */

/**
 * What changed since the caller last looked: blocks that left the best chain (tip first), then blocks that joined it (lowest
 * first). `tip` is the end of the node's chain, which may be further than the joined blocks reach.
 */
export type EvmNews = Readonly<{
  undone: readonly EvmHeader[];
  joined: readonly EvmBlock[];
  tip: EvmHeader;
}>;

export type EvmNewsOptions = EvmWatch &
  Readonly<{
    startBlock?: number; // start of a new follower; default: the tip
    limit?: number; // joined blocks a call
  }>;

/** How many headers a follower keeps; a reorganisation deeper than this needs a person. */
export const KEPT_EVM_HEADERS = 256;

const BLOCKS_A_LOOK = 50;
/**
 * A follower that has just started has so few headers that even a small reorganisation may begin below the
 * first of them. It then reads this many blocks from below as well: a payment may have moved into one of
 * them.
 */
const YOUNG_FOLLOWER_DEPTH = 10;

/**
 * The news since `known` (the caller's headers, lowest first). Throws HttpFailure when the node cannot be asked, is behind
 * what we know or contradicts itself; then nothing is news, and the next poll starts from the same headers.
 */
export async function evmNews(
  rpc: BatchRpc,
  known: readonly EvmHeader[],
  options: EvmNewsOptions,
): Promise<EvmNews> {
  const last = known.at(-1);
  const [tip, seen] = await headersAt(rpc, ["latest", ...(last ? [last.number] : [])]);
  if (!tip) throw new HttpFailure("broken", "The node has no newest block.");
  if (last && tip.number < last.number) {
    const behind = `The node's chain ends at block ${tip.number}, but we have seen block ${last.number}.`;
    throw new HttpFailure("broken", behind);
  }
  const undone = last && !isSame(last, seen) ? await undoneHeaders(rpc, known) : [];
  const fork = known[known.length - undone.length - 1];
  const from = firstToRead(known, fork, options.startBlock ?? tip.number);
  const to = Math.min(tip.number, from + (options.limit ?? BLOCKS_A_LOOK) - 1);
  const joined = await readBlocks(rpc, options, fork, from, to);
  const end = joined.at(-1) ?? fork;
  if (end?.number === tip.number && end.hash !== tip.hash) {
    throw new HttpFailure("broken", `Block ${tip.number} changed while it was read.`);
  }
  return { undone, joined, tip };
}

/** The caller's headers after the news, no more than KEPT_EVM_HEADERS of them. */
export function evmHeadersAfter(known: readonly EvmHeader[], news: EvmNews): readonly EvmHeader[] {
  const kept = known.slice(0, known.length - news.undone.length);
  const joined = news.joined.map(({ number, hash, parent }) => ({ number, hash, parent }));
  return [...kept, ...joined].slice(-KEPT_EVM_HEADERS);
}

function firstToRead(known: readonly EvmHeader[], fork: EvmHeader | undefined, start: number): number {
  if (fork) return fork.number + 1;
  const [lowest] = known;
  if (!lowest) return start;
  if (known.length <= YOUNG_FOLLOWER_DEPTH) return Math.max(0, lowest.number - YOUNG_FOLLOWER_DEPTH);
  throw new HttpFailure(
    "broken",
    `The node's chain has none of the last ${known.length} blocks that we know, the lowest of them ${lowest.number}: ` +
      "check that the RPC URL leads to the chain that it led to before.",
  );
}

/** The known headers that the node's chain has replaced, tip first. Most reorganisations are short, so few are asked for at first. */
async function undoneHeaders(rpc: BatchRpc, known: readonly EvmHeader[]): Promise<readonly EvmHeader[]> {
  const descending = known.toReversed();
  for (let at = 0, step = 2; at < descending.length; at += step, step *= 2) {
    const asked = descending.slice(at, at + step);
    const theirs = await headersAt(
      rpc,
      asked.map(({ number }) => number),
    );
    const common = asked.findIndex((header, index) => isSame(header, theirs[index]));
    if (common >= 0) return descending.slice(0, at + common);
  }
  return descending;
}

/** Headers by height; undefined where the node has none. */
async function headersAt(
  rpc: BatchRpc,
  names: readonly (number | "latest")[],
): Promise<readonly (EvmHeader | undefined)[]> {
  const calls = names.map((name) => ({
    method: "eth_getBlockByNumber",
    params: [name === "latest" ? name : quantity(name), false],
  }));
  const headers = await askFor(rpc, headerSchema, calls);
  return headers.map((header, index) => {
    if (!header) return undefined;
    const name = names[index];
    if (name !== "latest" && header.number !== name) {
      throw new HttpFailure("broken", `The node gave block ${header.number} when asked for ${name}.`);
    }
    return { number: header.number, hash: header.hash, parent: header.parentHash };
  });
}

/** A header below the tip has to be there: a node without it is confused, and its chain replaces nothing. */
function isSame(known: EvmHeader, theirs: EvmHeader | undefined): boolean {
  if (theirs) return theirs.hash === known.hash;
  throw new HttpFailure("broken", `The node has no block ${known.number}, though its chain is longer.`);
}
