import { headersAfter, type BlockHeader, type ChainNews, type FollowedBlock } from "../chain/followBlocks.ts";
import type { Write } from "../db/driver.ts";
import { openDepositBook, type DepositBook } from "./depositBook.ts";
import { draftOf, draftWrites, observe } from "./observe.ts";
import type { NetworkParts } from "./parts.ts";
import { issuedScripts } from "./store/addresses.ts";
import { depositsByOutpoint, depositsInBlocks, depositsToConfirm, saveDeposit } from "./store/deposits.ts";
import { followedHeaders, replaceHeaders } from "./store/headers.ts";
import type { NetworkStore } from "./store/open.ts";
import { openRefundsAmong } from "./store/outbound.ts";
import { requestById } from "./store/requests.ts";
import type { DepositRow } from "./store/rows.ts";

type Parts = Pick<NetworkParts, "store" | "bitcoin" | "confirmations" | "clock" | "random" | "log">;

const CONFIRMED_PER_TICK = 500;

/**
 * Takes in what happened on Bitcoin since the last look: one commit per piece of news (blocks that left, blocks that joined,
 * the headers), then one per deposit that has enough confirmations. The cost of a look does not depend on how many
 * addresses were issued. Throws HttpFailure when no explorer answered; the next look then starts from the same headers.
 */
export async function indexDeposits(parts: Parts): Promise<void> {
  const known = await followedHeaders(parts.store);
  const news = await parts.bitcoin.news(known);
  const headers = headersAfter(known, news);
  if (news.undone.length + news.joined.length > 0) await takeIn(parts, known, headers, news);
  const tip = headers.at(-1);
  if (tip) await confirmDeposits(parts, tip.height - parts.confirmations + 1);
}

async function takeIn(
  parts: Parts,
  known: readonly BlockHeader[],
  headers: readonly BlockHeader[],
  news: ChainNews,
): Promise<void> {
  const { store, log } = parts;
  if (news.undone.length > 0)
    log.warn("network.reorganised", { undone: news.undone.map(({ hash }) => hash) });
  const book = openDepositBook(store, parts.clock(), parts.random, log);
  for (const row of await depositsInBlocks(
    store,
    news.undone.map(({ hash }) => hash),
  ))
    await book.undo(row);
  for (const block of news.joined) await readBlock(store, book, block);
  await store.commit([...book.writes(), ...replaceHeaders(store, known, headers)]);
}

async function readBlock(store: NetworkStore, book: DepositBook, block: FollowedBlock): Promise<void> {
  const issued = await issuedScripts(store, [...new Set(block.outputs.map(({ script }) => script))]);
  const mine = block.outputs.flatMap((output) => {
    const address = issued.get(output.script);
    return address ? [{ output, address }] : [];
  });
  const rows = await depositsByOutpoint(
    store,
    mine.map(({ output }) => `${output.txid}:${output.vout}`),
  );
  const known = new Map<string, DepositRow>(rows.map((row) => [row.outpoint, row]));
  for (const { output, address } of mine) {
    await book.credit(address, output, block, known.get(`${output.txid}:${output.vout}`));
  }
  // Our own refunds are noticed in the blocks that are read anyway, so they cost no further calls.
  const txids = [...new Set(block.outputs.map(({ txid }) => txid))];
  for (const refund of await openRefundsAmong(store, txids)) await book.refunded(refund);
}

async function confirmDeposits(parts: Parts, height: number): Promise<void> {
  const due = await depositsToConfirm(parts.store, height, CONFIRMED_PER_TICK);
  await Promise.all(due.map((row) => confirmOne(parts, row)));
}

/** One deposit that cannot be confirmed must not hold up the others. */
async function confirmOne({ store, clock, log }: Parts, row: DepositRow): Promise<void> {
  try {
    const request = await requestById(store, row.requestId);
    const confirmed: Write = saveDeposit(store, row, { ...row, state: "confirmed" });
    const seen = { kind: "deposit-confirmed", outpoint: row.outpoint, at: clock() } as const;
    const writes = request ? draftWrites(store, observe(draftOf(request), seen).draft) : [];
    await store.commit([...writes, confirmed]);
    log.info("network.deposit_confirmed", {
      request: row.requestId,
      outpoint: row.outpoint,
      sats: String(row.amount),
    });
  } catch (error) {
    log.error("network.deposit_not_confirmed", { outpoint: row.outpoint, error });
  }
}
