import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { divCeil, divFloor, formatDecimal, sum } from "../../../values/amount.ts";
import type { CheckoutSplit } from "./view.ts";

/**
 * The least of an offer that reaches the shop, and the cost of its conversion; undefined for an amount that
 * the payer chooses.
 */
export function splitOf(
  { terms: { settlement, topUp } }: Invoice,
  { floor, cost }: Offer,
): CheckoutSplit | undefined {
  if (topUp) return undefined;
  const { decimals, symbol } = settlement;
  const fee = cost && sum(Object.values(cost.fees));
  return {
    receives: `${formatDecimal(floor, decimals)} ${symbol}`,
    fee: fee === undefined ? undefined : `${rounded(fee, decimals)} ${symbol}`,
  };
}

/** An amount (smallest units) for a sentence with "about": rounded up to so many significant digits. */
export function rounded(amount: bigint, decimals: number, digits = 4): string {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - digits));
  return formatDecimal(divCeil(amount, step) * step, decimals);
}

/** The same, rounded down: a received amount is never overstated. */
export function roundedDown(amount: bigint, decimals: number, digits = 4): string {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - digits));
  return formatDecimal(divFloor(amount, step) * step, decimals);
}
