import type { PaymentLine } from "./line.ts";

/** Finds what a payment counted for in a currency: its value where that is the price's, else its valuation. Undefined without one. */
export function paymentWorth(
  { priceCurrency, value, worths }: Pick<PaymentLine, "priceCurrency" | "value" | "worths">,
  currency: string | undefined,
): string | undefined {
  if (priceCurrency === currency) return value;
  return worths.find((worth) => worth.currency === currency)?.value;
}
