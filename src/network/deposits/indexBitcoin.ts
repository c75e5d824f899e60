import {
  headersAfter,
  type BlockHeader,
  type ChainNews,
  type FollowedBlock,
} from "../../bitcoin/reader/followBlocks.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../intents/identifiers.ts";
import type { NetworkParts } from "../parts.ts";
import { issuedAmong } from "../persistence/addresses.ts";
import { depositsByIds, depositsInBlocks } from "../persistence/deposits.ts";
import { followedHeaders, replaceHeaders } from "../persistence/headers.ts";
import type { DepositRow } from "../persistence/rows.ts";
import { payLostAnew } from "../solver/bitcoin/lostCoins.ts";
import { confirmDeposits } from "./confirmDeposits.ts";
import { openDepositBook, type DepositBook } from "./depositBook.ts";
import { settlePayments, takeInPayments } from "./bitcoinPayments.ts";
import { noticeLostDeposits } from "./lostDeposits.ts";
import { takeInCoins } from "./solverCoins.ts";

/**
 * Takes in what happened on Bitcoin since the last poll: one commit per piece of news (blocks that left, blocks that joined,
 * what happened to our own payments and coins, the headers), then one per payment and per deposit that has enough blocks on it. The cost of a look does not depend on how many
 * addresses were issued. Throws HttpFailure when no explorer answered; the next poll then starts from the same headers.
 */
export async function indexBitcoin(parts: NetworkParts): Promise<void> {
  const known = await followedHeaders(parts.store, BITCOIN_CHAIN_ID);
  const news = await parts.bitcoin.news(known);
  const headers = headersAfter(known, news);
  const isNew = news.undone.length + news.joined.length > 0;
  if (isNew) await takeIn(parts, known, headers, news);
  const tip = headers.at(-1);
  if (!tip) return;
  await settlePayments(parts, tip.height);
  await confirmDeposits(parts, BITCOIN_CHAIN_ID, tip.height);
  if (!isNew) return;
  await noticeLostDeposits(parts, tip.height);
  await payLostAnew(parts, tip.height);
}

async function takeIn(
  parts: NetworkParts,
  known: readonly BlockHeader[],
  headers: readonly BlockHeader[],
  news: ChainNews,
): Promise<void> {
  const { store, log } = parts;
  const undone = news.undone.map(({ hash }) => hash);
  if (undone.length > 0) log.warn("network.reorganised", { chain: BITCOIN_CHAIN_ID, undone });
  const book = openDepositBook(store, parts.clock(), parts.random, log);
  for (const row of await depositsInBlocks(store, undone)) await book.undo(row);
  for (const block of news.joined) await creditOutputs(parts, book, block);
  await store.commit([
    ...book.writes(),
    ...(await takeInPayments(parts, news)),
    ...(await takeInCoins(parts, known, news)),
    ...replaceHeaders(store, BITCOIN_CHAIN_ID, known, headers),
  ]);
}

/** Credits every output of a block that pays an issued address. */
export async function creditOutputs(
  { store }: Pick<NetworkParts, "store">,
  book: DepositBook,
  block: FollowedBlock,
): Promise<void> {
  const issued = await issuedAmong(store, [...new Set(block.outputs.map(({ script }) => script))]);
  const mine = block.outputs.flatMap((output) => {
    const address = issued.get(output.script);
    return address ? [{ id: `${output.txid}:${output.vout}`, output, address }] : [];
  });
  const rows = await depositsByIds(
    store,
    mine.map(({ id }) => id),
  );
  const known = new Map<string, DepositRow>(rows.map((row) => [row.id, row]));
  const { height, hash: blockHash } = block.header;
  for (const { id, output, address } of mine) {
    const deposit = {
      id,
      height,
      blockHash,
      chainId: BITCOIN_CHAIN_ID,
      currency: BTC_CURRENCY,
      txHash: output.txid,
      sender: undefined, // inputs may have several owners
      amount: output.value,
    };
    await book.credit(address.requestId, address.address, deposit, known.get(id));
  }
}
