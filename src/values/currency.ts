import { data } from "currency-codes";

/**
 * Currencies in which a merchant may state a price, and how many decimals each has: those of ISO 4217, from a package that is
 * made of the standard's own list (decision 83), and coins.
 */

/** Precious metals, units of account between states, and codes for tests: they have no smallest unit, so no price. */
const WITHOUT_UNIT = new Set("XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" "));

/** In force since 2025, later than the package's list. */
const LATER = { XCG: 2 };

const COINS = { BTC: 8, SATS: 0, ETH: 18, USDC: 6, USDT: 6 };

const MONEY = new Map<string, number>(
  [
    ...data.filter(({ code }) => !WITHOUT_UNIT.has(code)).map(({ code, digits }) => [code, digits] as const),
    ...Object.entries(LATER),
  ].toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

const DECIMALS = new Map([...MONEY, ...Object.entries(COINS)]);

/** Gives the decimals of a price currency, or undefined when Crosstill does not know the code. */
export function priceDecimals(code: string): number | undefined {
  return DECIMALS.get(code);
}

/** True for a currency of ISO 4217; accounting programs such as Xero use those, and never coins. */
export function isMoney(code: string): boolean {
  return MONEY.has(code);
}

/** Every price currency, for settings pages. */
export const PRICE_CURRENCIES: readonly string[] = [...DECIMALS.keys()];

/** What messages name as expected, in any language: a list of all would fill a page. */
export const CURRENCY_EXAMPLES = `USD, EUR, GBP, JPY… (ISO 4217), ${Object.keys(COINS).join(", ")}`;
