import type { EvmHeader } from "../../evm/reader/evmBlocks.ts";
import { evmHeadersAfter, type EvmNews } from "../../evm/reader/evmFollower.ts";
import type { BlockHeader } from "../../bitcoin/reader/followBlocks.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { depositsInBlocks } from "../persistence/deposits.ts";
import { followedHeaders, replaceHeaders } from "../persistence/headers.ts";
import { forgetStrays } from "../persistence/strays.ts";
import { forgetSweeps } from "../persistence/sweeps.ts";
import { confirmDeposits } from "./confirmDeposits.ts";
import { creditHidden } from "./creditHidden.ts";
import { openDepositBook } from "./depositBook.ts";
import { takeInArrivals } from "./takeInArrivals.ts";
import { watchOn } from "./watchOn.ts";

/**
 * Takes in what happened on an EVM chain since the last poll: one commit per piece of news (blocks that left, blocks that
 * joined, the headers), then one per deposit that has enough blocks on it. Every issued address is watched on every chain
 * (interface specification 3, rule 4), at a cost that does not depend on how many there are. Throws HttpFailure when the
 * chain gave no answer or a contradictory one; the next poll then starts from the same headers.
 */
export async function indexEvm(parts: NetworkParts, chainId: number): Promise<void> {
  const known = await followedHeaders(parts.store, chainId);
  const headers = known.map(({ height, hash, previous }) => ({ number: height, hash, parent: previous }));
  const news = await requireChain(parts.evm, chainId).news(headers, watchOn(parts, chainId));
  const after = evmHeadersAfter(headers, news).map(asStored);
  if (news.undone.length + news.joined.length > 0) await takeIn(parts, chainId, known, after, news);
  await creditHidden(parts, chainId, after);
  const tip = after.at(-1); // not the node's, which may be further than what we know of its chain
  if (tip) await confirmDeposits(parts, chainId, tip.height);
}

async function takeIn(
  parts: NetworkParts,
  chainId: number,
  known: readonly BlockHeader[],
  after: readonly BlockHeader[],
  news: EvmNews,
): Promise<void> {
  const { store, clock, random, log } = parts;
  const undone = news.undone.map(({ hash }) => hash);
  if (undone.length > 0) log.warn("network.reorganised", { chain: chainId, undone });
  for (const transaction of news.joined.flatMap(({ unread }) => unread))
    log.warn("network.transaction_too_large", { chain: chainId, transaction }); // its money is found by its balance
  const book = openDepositBook(store, clock(), random, log);
  for (const row of await depositsInBlocks(store, undone)) await book.undo(row);
  const arrivals = await takeInArrivals(parts, chainId, book, news.joined);
  await store.commit([
    ...book.writes(),
    ...(await forgetStrays(store, undone)),
    ...(await forgetSweeps(store, undone)),
    ...arrivals,
    ...replaceHeaders(store, chainId, known, after),
  ]);
}

function asStored({ number, hash, parent }: EvmHeader): BlockHeader {
  return { height: number, hash, previous: parent };
}
