import type { Deposit, Invoice } from "../invoices/invoice.ts";
import { inPrice } from "../invoices/paid.ts";
import { formatFixed } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import { convertDown, product, rateText, type Rate } from "../../../values/rate.ts";
import type { Instant } from "../../../values/time.ts";
import type { Worth } from "../../../values/worth.ts";

/** The price of one unit of the invoice's currency in another, with its source and time. */
export type WorthRate = Readonly<{ currency: string; rate: Rate; source: string; at: Instant }>;

/**
 * The worth of a payment in a currency, from its credit in the invoice's own, rounded down. Undefined for a
 * payment in another coin than the offer's: its yield is unknown when it is first seen.
 */
export function worthIn({ terms }: Invoice, deposit: Deposit, told: WorthRate): Worth | undefined {
  const { currency, rate, source, at } = told;
  const decimals = priceDecimals(currency);
  if (deposit.mismatch || decimals === undefined) return undefined;
  const units = { base: 10n ** BigInt(terms.decimals), quote: 10n ** BigInt(decimals) };
  const value = convertDown(inPrice(terms, deposit.credit), product(rate, units));
  return { currency, value: formatFixed(value, decimals), rate: rateText(rate), source, at };
}
