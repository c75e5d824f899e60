import { isConcluded } from "./factChanges.ts";
import type { Deposit, Invoice } from "./invoice.ts";

/**
 * The exception of a payment without a block whose money was forwarded or returned; its detail is the output.
 */
export const ORIGIN_REORGANISED = "origin_reorganised";

/**
 * The payments whose money has just been forwarded or returned although a reorganisation had removed them
 * before, which the sender cannot have seen.
 */
export function undoneBefore(before: Invoice, after: Invoice): readonly Deposit[] {
  return after.facts.deposits.filter(
    ({ outpoint, undone, presence }) =>
      undone > 0 &&
      presence !== "block" &&
      isConcluded(after.facts, outpoint) &&
      !isConcluded(before.facts, outpoint),
  );
}
