import { coinOf } from "../invoices/depositCoin.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { currencyId, type CurrencyId, type Entry } from "./ledger.ts";

/** A currency of the books as people read it. */
export type Asset = Readonly<{ id: CurrencyId; symbol: string; decimals: number }>;

/** The assets of the currencies that these entries use, as far as the invoice's facts name them. */
export function assetsOf(invoice: Invoice, entries: readonly Pick<Entry, "currency">[]): readonly Asset[] {
  if (entries.length === 0) return [];
  const booked = new Set(entries.map(({ currency }) => currency));
  const { chainId: home, currency: kept } = invoice.terms.settlement;
  const named = [{ chainId: home, currency: kept }, ...invoice.facts.deposits].flatMap(
    (money): readonly Asset[] => {
      const { chainId, currency } = money;
      const coin = coinOf(money, invoice);
      return coin ? [{ id: currencyId(chainId, currency), ...coin }] : [];
    },
  );
  return [...new Map(named.filter(({ id }) => booked.has(id)).map((asset) => [asset.id, asset])).values()];
}

/**
 * The asset of a currency that no row names: bitcoin and native coins need none. Undefined where its
 * decimals are unknown.
 */
export function assetByItself(id: CurrencyId): Asset | undefined {
  const [chainId = "", currency = ""] = id.split(":");
  // eslint-disable-next-line no-restricted-syntax -- a chain id
  const coin = coinOf({ chainId: Number(chainId), currency });
  return coin && { id, ...coin };
}
