import type { Invoice } from "../../domain/invoices/invoice.ts";
import { formatDecimal } from "../../../values/amount.ts";

/**
 * The text by which invoices are sorted by price: the currency, the number of digits before the point, and the price, as in
 * "EUR 0225.5". Compared by bytes, it has the prices of a currency in their order, whatever decimals they have. An invoice for
 * any amount has no price of its own and counts as 0.
 */
export function priceKeyOf({ terms }: Pick<Invoice, "terms">): string {
  const { currency, price, decimals, topUp } = terms;
  const text = formatDecimal(topUp ? 0n : price, decimals);
  const whole = text.split(".")[0] ?? "";
  return `${currency} ${String(whole.length).padStart(2, "0")}${text}`;
}

/** The currency of a key. */
export function currencyOfKey(key: string): string {
  return key.slice(0, key.lastIndexOf(" "));
}

/** The keys of a currency: from the first, and before the second. */
export function keysOfCurrency(currency: string): readonly [from: string, before: string] {
  return [`${currency} `, `${currency}!`]; // "!" is the sign that follows the space
}
