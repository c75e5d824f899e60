import { divFloor, formatFixed, parseDecimal, sum } from "../../../../values/amount.ts";
import { isMoney, priceDecimals } from "../../../../values/currency.ts";
import { paymentWorth } from "../../books/lines/paymentWorth.ts";
import type { InvoiceLine } from "../../books/lines/line.ts";

/**
 * Returns the price of a sale that was stated in a coin, and what was paid of it, in the currency of the books: as its settled
 * payments were worth when each was first seen, the price rounded down. Undefined where one of them was not valued in it, there
 * is none, or the books are in a coin as well.
 */
export function saleWorth(
  { price, currency, payments }: InvoiceLine,
  ofBooks: string | undefined,
): Readonly<{ price: string; paid: string }> | undefined {
  const [from, to] = [priceDecimals(currency), priceDecimals(ofBooks ?? "")];
  if (ofBooks === undefined || !isMoney(ofBooks) || from === undefined || to === undefined) return undefined;
  const settled = payments.filter(({ outcome }) => outcome === "settled");
  const worths = settled.flatMap((payment) => paymentWorth(payment, ofBooks) ?? []);
  const paid = sum(settled.map(({ value }) => parseDecimal(value, from)));
  if (worths.length < settled.length || paid === 0n) return undefined;
  const worth = sum(worths.map((value) => parseDecimal(value, to)));
  const whole = formatFixed(divFloor(parseDecimal(price, from) * worth, paid), to);
  return { price: whole, paid: formatFixed(worth, to) };
}
