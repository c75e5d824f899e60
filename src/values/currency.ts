/** Currencies in which a merchant may state a price, and how many decimals each has (ISO 4217). */

const DECIMALS: Readonly<Record<string, number>> = {
  USD: 2, EUR: 2, GBP: 2, CHF: 2, CAD: 2, AUD: 2, NZD: 2, SEK: 2, NOK: 2, DKK: 2, PLN: 2, CZK: 2, BRL: 2, MXN: 2,
  INR: 2, SGD: 2, HKD: 2, ZAR: 2, TRY: 2, THB: 2, CNY: 2, JPY: 0, KRW: 0, VND: 0, KWD: 3, BHD: 3,
  BTC: 8, SATS: 0, ETH: 18, USDC: 6, USDT: 6,
}; // prettier-ignore

/** The decimals of a price currency, or undefined when Crosstill does not know the code. */
export function priceDecimals(code: string): number | undefined {
  return Object.hasOwn(DECIMALS, code) ? DECIMALS[code] : undefined;
}

const COINS: ReadonlySet<string> = new Set(["BTC", "SATS", "ETH", "USDC", "USDT"]);

/** True for a supported currency of ISO 4217; accounting programs such as Xero use those, and never coins. */
export function isMoney(code: string): boolean {
  return priceDecimals(code) !== undefined && !COINS.has(code);
}

/** Every supported price currency, for messages and settings pages. */
export const PRICE_CURRENCIES: readonly string[] = Object.keys(DECIMALS);
