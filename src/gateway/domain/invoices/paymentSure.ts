import { depositStatusOf, isUnfinished } from "./credit.ts";
import type { Deposit, Invoice } from "./invoice.ts";

/**
 * Returns true if the service promised to convert a payment of exactly this amount. A partial payment may be too small to be
 * converted.
 */
export function isPriced({ facts }: Invoice, { address, value, appraised, credit }: Deposit): boolean {
  if (appraised) return credit > 0n;
  return facts.offers.some(({ depositAddress, input }) => depositAddress === address && input === value);
}

/**
 * Returns true if the merchant has the money of every payment, or will have it according to the quotes. Only then may a receipt or
 * an e-mail call the invoice paid or confirmed.
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
