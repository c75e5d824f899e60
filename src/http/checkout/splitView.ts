import type { Invoice, Offer } from "../../invoices/invoice.ts";
import { divCeil, formatDecimal, sum } from "../../money/amount.ts";
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

const DIGITS = 3; // of what is said with "about"

/** An amount (smallest units) for a sentence that says "about": rounded up to three digits that count. */
export function rounded(amount: bigint, decimals: number): string {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - DIGITS));
  return formatDecimal(divCeil(amount, step) * step, decimals);
}
