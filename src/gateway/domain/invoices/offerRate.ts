import { divFloor, formatDecimal } from "../../../values/amount.ts";
import type { Invoice, Offer } from "./invoice.ts";

const RATE_DIGITS = 8; // beyond the price currency's own

/** Gives what one unit of an offer's coin pays of the price, in the price's currency: an exact decimal, rounded down. */
export function offerRate(invoice: Pick<Invoice, "terms">, offer: Offer): string {
  return paidRate(invoice, offer, offer.covers, offer.input);
}

/** Gives the price of a unit of a coin by what some of it counts for, in settlement units: an exact decimal, rounded down. */
export function paidRate(
  { terms }: Pick<Invoice, "terms">,
  { decimals }: Readonly<{ decimals: number }>,
  counted: bigint,
  value: bigint,
): string {
  const scale = 10n ** BigInt(decimals + RATE_DIGITS);
  const pays = divFloor(terms.price * counted * scale, terms.due * value);
  return formatDecimal(pays, terms.decimals + RATE_DIGITS);
}
