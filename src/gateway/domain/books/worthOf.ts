import type { Deposit, Invoice } from "../invoices/invoice.ts";
import { inPrice } from "../invoices/paid.ts";
import { formatFixed } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import { convertDown, product, rateText, type Rate } from "../../../values/rate.ts";
import type { Instant } from "../../../values/time.ts";
import type { Worth } from "../../../values/worth.ts";

/** The price of one unit of the invoice's currency in another, with its source and time. */
export type WorthRate = Readonly<{ currency: string; rate: Rate; source: string; at: Instant }>;

/** The worth of an amount in another currency, rounded down. Undefined where the currency's decimals are unknown. */
export function worthAt(amount: bigint, decimals: number, told: WorthRate): Worth | undefined {
  const { currency, rate, source, at } = told;
  const digits = priceDecimals(currency);
  if (digits === undefined) return undefined;
  const units = { base: 10n ** BigInt(decimals), quote: 10n ** BigInt(digits) };
  const value = formatFixed(convertDown(amount, product(rate, units)), digits);
  return { currency, value, rate: rateText(rate), source, at };
}

/**
 * The worth of a payment in a currency, from its credit in the invoice's own. A payment in another coin than the offer's has
 * no credit: only the rate counts, until it is known what it brought.
 */
export function worthIn({ terms }: Invoice, { credit }: Deposit, told: WorthRate): Worth | undefined {
  return worthAt(inPrice(terms, credit), terms.decimals, told);
}
