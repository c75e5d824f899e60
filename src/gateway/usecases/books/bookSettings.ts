import { currencyId } from "../../domain/books/ledger.ts";
import { priceDecimals } from "../../../values/currency.ts";
import type { Instant } from "../../../values/time.ts";
import type { Accountant, StoreSettings } from "../stores/merchantStore.ts";

/** The source of a rate that a person has named, in exports. */
export const BY_HAND = "by hand";

/** In how many currencies a store has its payments valued, beside the one of their price. */
export const MOST_TRACKED = 3;

/** Currencies to track as they are kept: in capitals, each once. Undefined where one is unknown, or where they are too many. */
export function readTracked(codes: readonly string[]): readonly string[] | undefined {
  const tracked = [...new Set(codes.map((code) => code.trim().toUpperCase()))];
  const isKnown = tracked.every((code) => priceDecimals(code) !== undefined);
  return isKnown && tracked.length <= MOST_TRACKED ? tracked : undefined;
}

/** The accountant with this address: the known one, or a new one as of now. Undefined without an address. */
export function namedAccountant(
  address: string | undefined,
  known: Accountant | undefined,
  at: Instant,
): Accountant | undefined {
  if (address === undefined) return undefined;
  return address === known?.address ? known : { address, since: at };
}

/** Defaults for files: the zone, the currency and the coin of a store. */
export function booksOf(settings: Pick<StoreSettings, "books" | "defaultCurrency" | "settlement">) {
  const { chainId, currency } = settings.settlement;
  return {
    storeZone: settings.books.zone,
    storeCurrency: accountingCurrency(settings),
    storeCoin: currencyId(chainId, currency),
  };
}

/** In which currencies payments and payouts of a store are valued: those that it tracks, and the one that it states prices in. */
export function valuedCurrencies({
  books,
  defaultCurrency,
}: Pick<StoreSettings, "books" | "defaultCurrency">): readonly string[] {
  return [...new Set([...books.tracked, defaultCurrency])];
}

/** In which currency a store's books are kept: the first that it tracks, else the one that it states prices in. */
export function accountingCurrency({
  books,
  defaultCurrency,
}: Pick<StoreSettings, "books" | "defaultCurrency">): string {
  return books.tracked[0] ?? defaultCurrency;
}
