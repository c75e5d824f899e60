import { priceDecimals } from "../../../../values/currency.ts";
import type { RefundLine } from "./line.ts";

/**
 * The worth of a merchant's refund or payout, or of a receipt, in a currency, as a decimal with no more digits than the
 * currency has: its own amount where it was requested in that currency, else what left the merchant at the
 * rate of the booking. Undefined without a rate.
 */
export function refundWorth(
  { original, worths = [] }: Pick<RefundLine, "original" | "worths">,
  currency: string | undefined,
): string | undefined {
  if (original && original.currency === currency) return cut(original.amount, priceDecimals(currency));
  return worths.find((worth) => worth.currency === currency)?.value;
}

/** A coin of the same name has more decimals on some chains. */
function cut(decimal: string, digits = Infinity): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const kept = fraction.slice(0, digits);
  return kept === "" ? whole : `${whole}.${kept}`;
}
