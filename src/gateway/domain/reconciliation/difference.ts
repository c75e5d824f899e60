import type { CurrencyId } from "../books/ledger.ts";

/** What the books and the world can disagree about. */
export const DIFFERENCE_KINDS = [
  "missing fill", // one of them has a conversion that reached the merchant, the other has not
  "wrong amount",
  "extra transfer", // money arrived that nothing in the books explains
  "altered fee", // or the parts of a conversion do not add up to the stored quote
  "missing deposit", // one of them has a payment, the other has not
  "unexplained refund", // the same for refunds and payouts
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** A discrepancy between the books and the outside. Amounts are smallest units of `currency`. */
export type Difference = Readonly<{
  kind: DifferenceKind;
  /** What it is about: "<chain id>:<outpoint>", a request, a transfer, an address or a payout. */
  subject: string;
  storeId: string | undefined;
  invoiceId: string | undefined;
  currency?: CurrencyId | undefined;
  books?: bigint | undefined;
  world?: bigint | undefined;
  reason: string; // a sentence
  /** Why it is as it should be, in a sentence; undefined for what a person has to look at. */
  explained?: string | undefined;
}>;

/** A difference whose name, store and invoice the caller adds. */
export type Finding = Omit<Difference, "subject" | "storeId" | "invoiceId">;
