import type { Deposit, Invoice } from "../invoices/invoice.ts";
import { inPrice } from "../invoices/paid.ts";
import { formatFixed } from "../money/amount.ts";
import { priceDecimals } from "../money/currency.ts";
import { convertDown, rateFromDecimal } from "../money/rate.ts";
import type { Instant } from "../time.ts";
import type { Worth } from "./booked/line.ts";

/** What one unit of the invoice's currency costs in another, who says so, and when they did. */
export type WorthRate = Readonly<{ currency: string; price: string; source: string; at: Instant }>;

/**
 * What a payment is worth in a currency, by what it is credited with in the invoice's own, rounded down. Undefined for a payment in
 * a coin that nobody asked for: what it brings is not known when it is first seen. Throws AmountError for a rate that is none.
 */
export function worthIn({ terms }: Invoice, deposit: Deposit, rate: WorthRate): Worth | undefined {
  const decimals = priceDecimals(rate.currency);
  if (deposit.mismatch || decimals === undefined) return undefined;
  const value = convertDown(
    inPrice(terms, deposit.credit),
    rateFromDecimal(rate.price, terms.decimals, decimals),
  );
  const { currency, price, source, at } = rate;
  return { currency, value: formatFixed(value, decimals), rate: price, source, at };
}
