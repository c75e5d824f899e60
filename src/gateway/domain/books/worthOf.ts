import type { Deposit, Invoice } from "../invoices/invoice.ts";
import { inPrice } from "../invoices/paid.ts";
import { formatFixed } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import { convertDown, product, rateText, type Rate } from "../../../values/rate.ts";
import type { Instant } from "../../../values/time.ts";
import type { Worth } from "../../../values/worth.ts";

/** What one unit of the invoice's currency costs in another, who says so, and when they did. */
export type WorthRate = Readonly<{ currency: string; rate: Rate; source: string; at: Instant }>;

/**
 * What a payment is worth in a currency, by what it is credited with in the invoice's own, rounded down. Undefined for a payment in
 * a coin that nobody asked for: what it brings is not known when it is first seen.
 */
export function worthIn({ terms }: Invoice, deposit: Deposit, told: WorthRate): Worth | undefined {
  const { currency, rate, source, at } = told;
  const decimals = priceDecimals(currency);
  if (deposit.mismatch || decimals === undefined) return undefined;
  const units = { base: 10n ** BigInt(terms.decimals), quote: 10n ** BigInt(decimals) };
  const value = convertDown(inPrice(terms, deposit.credit), product(rate, units));
  return { currency, value: formatFixed(value, decimals), rate: rateText(rate), source, at };
}
