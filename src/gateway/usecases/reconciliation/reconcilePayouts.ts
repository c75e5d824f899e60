import { payoutFaults, payoutLegFaults, type BookedPayout } from "../../domain/invariants/payouts.ts";
import { currencyId } from "../../domain/books/ledger.ts";
import { payoutEntryId, type PayoutPart } from "../../domain/books/payoutEntries.ts";
import type { Finding } from "../../domain/reconciliation/difference.ts";
import { UNSEEN, type Reading } from "../../domain/reconciliation/seen.ts";
import type { BookedCoin, Payout } from "../../domain/payouts/payout.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { readBitcoin, readEvm, readEvmDeparture } from "./readWorld.ts";
import type { PayoutBooking } from "../../ports/reconcilePort.ts";
import type { Run } from "./reconcileRun.ts";

const PAGE = 100;

/** Compares what the merchant has paid out with the books, and with the chains where it left and where it was to arrive. */
export async function reconcilePayouts(run: Run, hasLines: boolean): Promise<void> {
  const { persistence } = run.outside;
  for (let after: string | undefined; ;) {
    const page = await persistence.payouts.list({
      ...(run.span.storeId === undefined ? {} : { storeId: run.span.storeId }),
      states: ["Completed"],
      after,
      limit: PAGE,
    });
    after = page.at(-1)?.id;
    if (after === undefined) return; // a page may be short because rows were refused, so only an empty one is the last
    const bookings = await persistence.reconciliation.payoutBookings(page.map(({ id }) => id));
    for (const payout of page)
      await reconcilePayout(run, payout, bookings.get(payout.id) ?? { entries: [] }, hasLines);
  }
}

async function reconcilePayout(
  run: Run,
  payout: Payout,
  { entries, line }: PayoutBooking,
  hasLines: boolean,
): Promise<void> {
  const at = entries[0]?.at ?? line?.at ?? payout.createdAt;
  if (at < run.span.from || at >= run.span.to) return;
  run.count("payouts");
  const about = { subject: `payout ${payout.id}`, storeId: payout.storeId, invoiceId: entries[0]?.invoiceId };
  for (const finding of await findingsOf(run, { payout, entries, line: line?.body }, hasLines))
    run.tell(about, finding);
}

/** What is wrong with each leg. Books that contradict themselves are not compared with the chains as well. */
async function findingsOf(run: Run, booked: BookedPayout, hasLines: boolean): Promise<readonly Finding[]> {
  const { payout } = booked;
  const arrived = { currency: currencyOf(payout.coin), books: amountOf(booked, "paid") };
  const left = payout.departure && {
    currency: currencyOf(payout.departure.coin),
    books: amountOf(booked, "spent"),
  };
  const [fault] = payoutFaults(booked, hasLines);
  if (fault !== undefined)
    return [{ kind: "unexplained refund", ...arrived, reason: `Of a payout: ${fault}.` }];
  const [legFault] = payoutLegFaults(booked);
  if (legFault !== undefined)
    return [{ kind: "altered fee", ...(left ?? arrived), reason: `Of a payout: ${legFault}.` }];
  if (arrived.books === undefined) return [];
  return [
    ...differenceOf(arrived, await readPayment(run, payout), ARRIVED),
    ...(left ? differenceOf(left, await readDeparture(run, payout), LEFT) : []),
  ];
}

const currencyOf = ({ chainId, currency }: BookedCoin) => currencyId(chainId, currency);

function amountOf({ payout, entries }: BookedPayout, part: PayoutPart): bigint | undefined {
  return entries.find(({ id }) => id === payoutEntryId(payout.id, part))?.amount;
}

type Leg = Readonly<{ currency: string; books: bigint | undefined }>;
type Words = Readonly<{ nothing: string; other: string }>;

const ARRIVED: Words = {
  nothing: "It is booked as paid out, and its transaction paid its address nothing.",
  other: "The chain shows that another amount was paid out.",
};
const LEFT: Words = {
  nothing:
    "It is booked as taken from the merchant, and its transaction took nothing from the wallet that paid.",
  other: "The chain shows that another amount left the merchant.",
};

function differenceOf(leg: Leg, seen: Reading, { nothing, other }: Words): readonly Finding[] {
  if (seen.kind !== "read" || seen.amount === leg.books) return [];
  const about = { ...leg, world: seen.amount };
  return seen.amount === 0n
    ? [{ kind: "unexplained refund", ...about, reason: nothing }]
    : [{ kind: "wrong amount", ...about, reason: other }];
}

/** What the transaction by which the merchant paid the service took from the merchant's wallet. */
async function readDeparture(run: Run, { departure, service }: Payout): Promise<Reading> {
  if (!service || departure?.txHash === undefined || departure.evidence !== "verified") {
    run.pass("payouts of which it could not be read what left the merchant when they were paid");
    return UNSEEN;
  }
  const { coin, txHash } = departure;
  return readEvmDeparture(run, { ...coin, address: service.user, txid: txHash });
}

/** What the transaction of a payout brought to its address. Of several transfers the one that the payout was proven by. */
async function readPayment(run: Run, { proof, coin, destination }: Payout): Promise<Reading> {
  if (proof?.txHash === undefined || proof.evidence !== "verified") {
    run.pass("payouts whose transaction could not be read when they were paid");
    return UNSEEN;
  }
  const { txHash: txid, key = "", amount } = proof;
  if (coin.chainId === BITCOIN_CHAIN_ID) {
    return readBitcoin(
      run,
      txid,
      destination,
      (outputs) => outputs.find(({ vout }) => key.endsWith(`:${vout}`))?.value,
    );
  }
  return readEvm(
    run,
    { chainId: coin.chainId, currency: coin.currency, address: destination, txid },
    (arrivals) =>
      arrivals.find(({ part }) => key.endsWith(`:${part}`)) ?? arrivals.find((one) => one.amount === amount),
  );
}
