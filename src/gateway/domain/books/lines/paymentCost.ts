import { sumDecimals } from "../../../../values/amount.ts";
import type { PaymentLine } from "./line.ts";

type Converted = Pick<PaymentLine, "outcome" | "direct" | "settled" | "fees" | "surplus">;

/**
 * Returns what the conversion of a payment cost, in the settlement coin: its fees, and what prices did meanwhile. Below zero when
 * more arrived than the payment was worth. "unknown" where the quote stated no fees or the arrived amount was not reported;
 * undefined where nothing was converted for the merchant.
 */
export function paymentCost({
  outcome,
  direct,
  settled,
  fees,
  surplus = "0",
}: Converted): string | "unknown" | undefined {
  if (outcome !== "settled" || direct) return undefined;
  const parts = Object.values(fees);
  return parts.length === 0 || settled?.amount === undefined ? "unknown" : sumDecimals([...parts, surplus]);
}
