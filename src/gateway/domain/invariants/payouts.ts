import type { Payout } from "../payouts/payout.ts";
import type { RefundLine } from "../books/lines/line.ts";
import type { Entry } from "../books/ledger.ts";
import { paidAmount, payoutEntries, payoutEntryId } from "../books/payoutEntries.ts";
import { when } from "./record.ts";

/** A payout that is completed, with what the books have of it. */
export type BookedPayout = Readonly<{
  payout: Payout;
  entries: readonly Entry[];
  line: RefundLine | undefined;
}>;

/**
 * I-46: a completed payout is in the books, with the amount that arrived, and has its line for accountants. Until those that
 * a version without books has left are booked (`isFilled`), one may have neither. What is wrong, in sentences.
 */
export function payoutFaults({ payout, entries, line }: BookedPayout, isFilled: boolean): readonly string[] {
  if (entries.length === 0 && !line && !isFilled) return [];
  const { booked, implied } = arrivalOf({ payout, entries });
  const arrived = paidAmount(payout);
  return [
    ...when(implied !== undefined && !booked, "it is completed, and the books do not have it"),
    ...when(
      booked !== undefined && !isSame(booked, implied),
      `the books have ${booked?.amount} of ${booked?.currency}, and ${implied?.amount ?? 0n} went out`,
    ),
    ...when(!line, "it is completed, and there is no line of it for accountants"),
    ...when(
      line !== undefined && line.paid.units !== arrived.toString(),
      `its line says ${line?.paid.units}, and ${arrived} went out`,
    ),
  ];
}

/**
 * I-47: for a payout that the service has converted the books contain what left the merchant, what arrived,
 * and the cost between them, and its line states the same; for any other payout there is one leg. Returns
 * the faults as sentences.
 */
export function payoutLegFaults({ payout, entries, line }: BookedPayout): readonly string[] {
  if (entries.length === 0) return []; // I-46 reports it
  const { departure } = payout;
  const paidId = payoutEntryId(payout.id, "paid");
  const legs = payoutEntries(payout, entries[0]?.invoiceId).filter(({ id }) => id !== paidId);
  const booked = entries.filter(({ id }) => id !== paidId);
  const left = departure?.amount.toString();
  return [
    ...legs.flatMap((leg) => {
      const has = booked.find(({ id }) => id === leg.id);
      return when(
        !has || !isSame(has, leg),
        `the books have ${has?.amount ?? 0n} from ${leg.from} to ${leg.to}, and it is ${leg.amount} of ${leg.currency}`,
      );
    }),
    ...booked
      .filter(({ id }) => !legs.some((leg) => leg.id === id))
      .map(({ id }) => `the entry ${id} is of no leg of it`),
    ...when(
      departure !== undefined && line !== undefined && line.spent?.units !== left,
      `its line says that ${line?.spent?.units} left the merchant, and ${left} did`,
    ),
  ];
}

function arrivalOf({ payout, entries }: Pick<BookedPayout, "payout" | "entries">) {
  const id = payoutEntryId(payout.id, "paid");
  const isIt = (entry: Entry) => entry.id === id;
  return { booked: entries.find(isIt), implied: payoutEntries(payout, entries[0]?.invoiceId).find(isIt) };
}

function isSame(entry: Entry, implied: Entry | undefined): boolean {
  const told = ({ storeId, from, to, currency, amount }: Entry) =>
    [storeId, from, to, currency, amount].join(" ");
  return implied !== undefined && told(entry) === told(implied);
}
