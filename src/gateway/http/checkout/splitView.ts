import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { divCeil, divFloor, formatDecimal, sum } from "../../../values/amount.ts";
import type { CheckoutSplit } from "./view.ts";

/** What of an offer reaches the shop at least, and what its conversion costs; of an amount that the payer chooses nobody knows. */
export function splitOf({ terms: { settlement, topUp } }: Invoice, { floor, cost }: Offer): CheckoutSplit | undefined {
  if (topUp) return undefined;
  const { decimals, symbol } = settlement;
  const fee = cost && sum(Object.values(cost.fees));
  return {
    receives: `${formatDecimal(floor, decimals)} ${symbol}`,
    fee: fee === undefined ? undefined : `${rounded(fee, decimals)} ${symbol}`,
  };
} // prettier-ignore

/** An amount (smallest units) for a sentence that says "about": rounded up to so many digits that count. */
export function rounded(amount: bigint, decimals: number, digits = 4): string {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - digits));
  return formatDecimal(divCeil(amount, step) * step, decimals);
}

/** The same, rounded down: what somebody receives is never said to be more than it is. */
export function roundedDown(amount: bigint, decimals: number, digits = 4): string {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - digits));
  return formatDecimal(divFloor(amount, step) * step, decimals);
}
