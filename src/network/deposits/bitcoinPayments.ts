import { readPayment } from "../../bitcoin/codec/payment.ts";
import type { ChainNews } from "../../bitcoin/reader/followBlocks.ts";
import type { Write } from "../../database/driver.ts";
import { sum } from "../../values/amount.ts";
import { blocksFor } from "../confirmations.ts";
import { bookPayment, unbookPayment } from "../ledger/book.ts";
import type { NetworkParts } from "../parts.ts";
import { isolateFailure } from "../solver/isolateFailure.ts";
import { readOrder } from "../solver/bitcoin/coins.ts";
import { outcomeWrites } from "../solver/outcome.ts";
import { coinsOfPayments, saveCoin } from "../persistence/coins.ts";
import {
  keepLanding,
  landingsInBlocks,
  landingsToSettle,
  ourTransactions,
  removeLanding,
  reopenOutbound,
  settleOutbound,
  type Landing,
} from "../persistence/landings.ts";
import { openPaymentsAmong, type OpenPayment, type Outbound } from "../persistence/outbound.ts";

/**
 * Our own Bitcoin transactions are found in the blocks that are indexed anyway, so they cost no further
 * calls. A payment whose block left the chain is open again, and sent again as it was stored.
 */
export async function takeInPayments(
  { store, clock }: NetworkParts,
  news: ChainNews,
): Promise<readonly Write[]> {
  const reopened = new Map<string, Outbound>();
  const writes: Write[] = [];
  const undone = await landingsInBlocks(
    store,
    news.undone.map(({ hash }) => hash),
  );
  for (const { landing, outbound } of undone) {
    writes.push(removeLanding(store, landing));
    if (outbound.state === "included" && outbound.hash === landing.hash) reopened.set(outbound.id, outbound);
  }
  for (const { header, outputs } of news.joined) {
    const txids = [...new Set(outputs.map(({ txid }) => txid))];
    for (const { hash, outbound } of await ourTransactions(store, txids)) {
      const { height, hash: blockHash } = header;
      writes.push(keepLanding(store, { hash, outboundId: outbound.id, height, blockHash }));
      if (outbound.state === "cancelled") reopened.set(outbound.id, outbound); // it was valid after all
    }
  }
  for (const outbound of reopened.values()) {
    writes.push(reopenOutbound(store, outbound), ...(await unbookPayment(store, outbound.id, clock())));
  }
  return writes;
}

/** Settles the payments that have enough blocks on them, given the height of the tip. */
export async function settlePayments(parts: NetworkParts, tip: number): Promise<void> {
  const { confirmations } = parts.settings;
  const highest = (amount: bigint) => tip - blocksFor(confirmations, amount) + 1;
  const deep = await landingsToSettle(parts.store, highest(0n));
  if (deep.length === 0) return;
  const landings = new Map(deep.map(({ landing }) => [landing.outboundId, landing]));
  const open = await openPaymentsAmong(
    parts.store,
    [...landings.values()].map(({ hash }) => hash),
  );
  for (const payment of open) {
    const landing = landings.get(payment.outbound.id);
    if (landing && landing.height <= highest(payment.outbound.amount))
      await isolateFailure(parts, { payment: landing.outboundId }, () => settleOne(parts, payment, landing));
  }
}

async function settleOne(parts: NetworkParts, payment: OpenPayment, { hash }: Landing): Promise<void> {
  const { store, clock, log } = parts;
  const { outbound, attempts } = payment;
  const raw = attempts.find((attempt) => attempt.hash === hash)?.raw ?? "";
  const coins = await coinsOfPayments(store, [outbound.id]);
  const { inputs, outputs, fee } = readPayment(raw, coins, 0);
  const used = new Set(inputs.map(({ outpoint }) => outpoint));
  // A replacement may have taken more coins than the transaction that landed.
  const unused = coins.filter(({ outpoint, state }) => state === "spent" && !used.has(outpoint));
  const { payees } = readOrder(payment);
  const amount = payees > 0 ? outbound.amount : sum(outputs.map(({ value }) => value));
  const told = outbound.kind === "fill" ? "fill-included" : "refund-included";
  await store.commit([
    ...(await outcomeWrites(parts, outbound.requestId, { kind: told, hash, at: clock() })),
    ...(await bookPayment(parts, outbound, { state: "included", hash, fee, at: clock() })),
    ...unused.map((coin) => saveCoin(store, coin, { state: "unspent", spentBy: null })),
    settleOutbound(store, outbound, { hash, amount, fee, closedAt: clock() }),
  ]);
  const { requestId: request, kind } = outbound;
  log.info(`network.${kind}_included`, { request, hash, amount: String(amount), fee: String(fee) });
}
