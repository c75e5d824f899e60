import { payoutFaults, type BookedPayout } from "../accounting/invariants/payouts.ts";
import { currencyId } from "../accounting/ledger.ts";
import type { Finding } from "../accounting/reconcile/difference.ts";
import { UNSEEN, type Reading } from "../accounting/reconcile/seen.ts";
import type { Payout } from "../payouts/payout.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { readBitcoin, readEvm } from "./readWorld.ts";
import type { PayoutBooking } from "./reconcilePort.ts";
import type { Run } from "./reconcileRun.ts";

const PAGE = 100;

/** Compares what the merchant has paid out with the books, and with the chains where it was to arrive. */
export async function reconcilePayouts(run: Run, hasLines: boolean): Promise<void> {
  const { store } = run.outside;
  for (let after: string | undefined; ;) {
    const page = await store.listPayouts({ ...(run.span.storeId === undefined ? {} : { storeId: run.span.storeId }), states: ["Completed"], after, limit: PAGE });
    after = page.at(-1)?.id;
    if (after === undefined) return; // a page may be short because rows were refused, so only an empty one is the last
    const bookings = await store.payoutBookings(page.map(({ id }) => id));
    for (const payout of page) await reconcilePayout(run, payout, bookings.get(payout.id) ?? {}, hasLines);
  }
} // prettier-ignore

async function reconcilePayout(
  run: Run,
  payout: Payout,
  { entry, line }: PayoutBooking,
  hasLines: boolean,
): Promise<void> {
  const at = entry?.at ?? line?.at ?? payout.createdAt;
  if (at < run.span.from || at >= run.span.to) return;
  run.count("payouts");
  const booked = { payout, entry, line: line?.body };
  const currency = currencyId(payout.coin.chainId, payout.coin.currency);
  const [fault] = payoutFaults(booked, hasLines);
  const finding: Omit<Finding, "currency"> | undefined =
    fault === undefined
      ? paidDifference(booked, await readPayment(run, payout))
      : { kind: "unexplained refund", books: entry?.amount ?? 0n, reason: `Of a payout: ${fault}.` };
  const about = { subject: `payout ${payout.id}`, storeId: payout.storeId, invoiceId: entry?.invoiceId };
  if (finding) run.tell(about, { currency, ...finding });
}

function paidDifference({ entry }: BookedPayout, paid: Reading): Omit<Finding, "currency"> | undefined {
  if (!entry || paid.kind !== "read" || paid.amount === entry.amount) return undefined;
  const about = { books: entry.amount, world: paid.amount };
  return paid.amount === 0n
    ? { kind: "unexplained refund", ...about, reason: "It is booked as paid out, and its transaction paid its address nothing." }
    : { kind: "wrong amount", ...about, reason: "The chain shows that another amount was paid out." };
} // prettier-ignore

/** What the transaction of a payout brought to its address. Of several transfers the one that the payout was proven by. */
async function readPayment(run: Run, { proof, coin, destination }: Payout): Promise<Reading> {
  if (proof?.txHash === undefined || proof.evidence !== "verified") {
    run.pass("payouts of which nobody could read the transaction when they were paid");
    return UNSEEN;
  }
  const { txHash: txid, key = "", amount } = proof;
  if (coin.chainId === BITCOIN_CHAIN_ID) {
    return readBitcoin(run, txid, destination, (outputs) => outputs.find(({ vout }) => key.endsWith(`:${vout}`))?.value);
  }
  return readEvm(run, { chainId: coin.chainId, currency: coin.currency, address: destination, txid }, (arrivals) =>
    arrivals.find(({ part }) => key.endsWith(`:${part}`)) ?? arrivals.find((one) => one.amount === amount),
  );
} // prettier-ignore
