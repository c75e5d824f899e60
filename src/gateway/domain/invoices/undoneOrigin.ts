import { isConcluded } from "./factChanges.ts";
import type { Deposit, Invoice } from "./invoice.ts";

/** The anomaly of a payment that lies in no block, and whose money was passed on or sent back; its detail is the output. */
export const ORIGIN_REORGANISED = "origin_reorganised";

/**
 * The payments whose money has just been passed on or sent back, although a reorganisation had taken them out of the chain
 * before: whoever did it cannot have seen that.
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
