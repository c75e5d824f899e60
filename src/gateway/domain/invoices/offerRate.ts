import { divFloor, formatDecimal } from "../../../values/amount.ts";
import type { Invoice, Offer } from "./invoice.ts";

const RATE_DIGITS = 8; // beyond the price currency's own

/** What one unit of an offer's coin pays of the price, in the price's currency: an exact decimal, rounded down. */
export function offerRate({ terms }: Pick<Invoice, "terms">, offer: Offer): string {
  const scale = 10n ** BigInt(offer.decimals + RATE_DIGITS);
  const pays = divFloor(terms.price * offer.covers * scale, terms.due * offer.input);
  return formatDecimal(pays, terms.decimals + RATE_DIGITS);
}
