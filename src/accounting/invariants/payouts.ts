import type { Payout } from "../../payouts/payout.ts";
import { payoutEntries } from "../booked/refundLine.ts";
import type { RefundLine } from "../booked/line.ts";
import type { Entry } from "../ledger.ts";
import { when } from "./record.ts";

/** A payout that is completed, with what the books have of it. */
export type BookedPayout = Readonly<{
  payout: Payout;
  entry: Entry | undefined;
  line: RefundLine | undefined;
}>;

/**
 * I-46: a completed payout is in the books, with the amount that went out, and has its line for accountants. Until those that
 * a version without books has left are booked (`isFilled`), one may have neither. What is wrong, in sentences.
 */
export function payoutFaults({ payout, entry, line }: BookedPayout, isFilled: boolean): readonly string[] {
  if (!entry && !line && !isFilled) return [];
  const [implied] = payoutEntries(payout, entry?.invoiceId);
  return [
    ...when(implied !== undefined && !entry, "it is completed, and the books do not have it"),
    ...when(entry !== undefined && !isSame(entry, implied), `the books have ${entry?.amount} of ${entry?.currency}, and ${implied?.amount ?? 0n} went out`),
    ...when(!line, "it is completed, and there is no line of it for accountants"),
    ...when(line !== undefined && line.paid.units !== (implied?.amount ?? 0n).toString(), `its line says ${line?.paid.units}, and ${implied?.amount ?? 0n} went out`),
  ];
} // prettier-ignore

function isSame(entry: Entry, implied: Entry | undefined): boolean {
  const told = ({ storeId, from, to, currency, amount }: Entry) => [storeId, from, to, currency, amount].join(" ");
  return implied !== undefined && told(entry) === told(implied);
} // prettier-ignore
