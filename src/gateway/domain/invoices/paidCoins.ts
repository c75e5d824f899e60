import { coinOf } from "./depositCoin.ts";
import type { Invoice } from "./invoice.ts";

/** The symbols of the coins in which payments of the invoice came, each once; coins without a known symbol are left out. */
export function paidCoins(invoice: Pick<Invoice, "facts" | "terms">): readonly string[] {
  const symbols = invoice.facts.deposits.map((deposit) => coinOf(deposit, invoice)?.symbol);
  return [...new Set(symbols.filter((symbol) => symbol !== undefined))];
}
