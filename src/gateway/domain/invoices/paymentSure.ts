import { depositStatusOf, isUnfinished } from "./credit.ts";
import type { Deposit, Invoice } from "./invoice.ts";

/**
 * True for a payment of an amount that was offered, or that a quote for just this amount promised to convert. A part of another
 * amount may be too small to be converted.
 */
export function isPriced({ facts }: Invoice, { address, value, appraised, credit }: Deposit): boolean {
  if (appraised) return credit > 0n;
  return facts.offers.some(({ depositAddress, input }) => depositAddress === address && input === value);
}

/**
 * True when the money of every payment is with the merchant, or will be as far as quotes promise: what a receipt or a message may
 * say.
 */
export function isPaymentSure(invoice: Invoice): boolean {
  const { facts, state, additional } = invoice;
  if (state === "Settled" || additional === "PaidLate") return true;
  if (state !== "Processing") return false;
  const unfinished = facts.deposits.filter((deposit) => isUnfinished(facts, deposit));
  return unfinished.every(
    (deposit) =>
      deposit.confirmations > 0 &&
      depositStatusOf(facts, deposit) !== "failed" &&
      (isPriced(invoice, deposit) || depositStatusOf(facts, deposit) === "claimed"),
  );
}
