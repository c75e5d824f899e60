import { sentence } from "../../../values/sentence.ts";
import { inverse, product, rateFromDecimal, type Rate } from "../../../values/rate.ts";
import type { Instant } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import type { Rates } from "../../ports/ratesPort.ts";

/** The worth of one unit of a currency in units of another, with its time; `source` names the pairs where two were needed. */
export type FoundRate = Readonly<{ rate: Rate; source: string; at: Instant }>;

/** Currencies in which markets list others, the most usual first. */
const BETWEEN = ["USD", "EUR", "BTC"] as const;

/** Coins valued at one US dollar each. A merchant who settles in one of them is paid a dollar price one to one. */
const DOLLARS = new Set(["USDC", "USDT", "DAI", "USDS"]);

/**
 * Finds the rate between two currencies: of the pair, of the pair the other way round, or by way of a third currency, whichever
 * the sources list. All conversions go by it. Throws GatewayError rate_unavailable.
 */
export async function rateBetween(rates: Rates, from: string, to: string): Promise<FoundRate> {
  const [base, quote] = [rateCode(from), rateCode(to)];
  const found = await pair(rates, base, quote).catch((cause: unknown) =>
    byThirdCurrency(rates, base, quote, cause),
  );
  return { ...found, rate: product(found.rate, pegBetween(from, to)) };
}

/** Finds the rate between the smallest units of two currencies. Equal ones need no source. Throws as rateBetween. */
export async function unitRateBetween(rates: Rates, from: Money, to: Money): Promise<Rate> {
  const isSame = rateCode(from.symbol) === rateCode(to.symbol);
  const rate = isSame
    ? pegBetween(from.symbol, to.symbol)
    : (await rateBetween(rates, from.symbol, to.symbol)).rate;
  return product(rate, { base: 10n ** BigInt(from.decimals), quote: 10n ** BigInt(to.decimals) });
}

type Money = Readonly<{ symbol: string; decimals: number }>;

function rateCode(symbol: string): string {
  const code = symbol.toUpperCase();
  if (code === "SATS") return "BTC"; // its smallest unit
  return DOLLARS.has(code) ? "USD" : code;
}

const SATS_PER_BITCOIN = 10n ** 8n;

/** What the units of two currencies differ by, beside the rate of their codes: a SATS is a part of a BTC. */
function pegBetween(from: string, to: string): Rate {
  const perUnit = (currency: string) => (currency.toUpperCase() === "SATS" ? SATS_PER_BITCOIN : 1n);
  return { base: perUnit(from), quote: perUnit(to) };
}

async function pair(rates: Rates, base: string, quote: string): Promise<FoundRate> {
  const read = async (one: string, other: string): Promise<FoundRate> => {
    const { price, source, at } = await rates.rate(one, other);
    return { rate: rateFromDecimal(price, 0, 0), source, at };
  };
  return read(base, quote).catch(async (error: unknown) => {
    const other = await read(quote, base).catch(() => undefined);
    if (!other) throw error;
    return { ...other, rate: inverse(other.rate) };
  });
}

async function byThirdCurrency(
  rates: Rates,
  base: string,
  quote: string,
  cause: unknown,
): Promise<FoundRate> {
  for (const third of BETWEEN) {
    if (third === base || third === quote) continue;
    const [first, second] = await Promise.all([
      pair(rates, base, third).catch(() => undefined),
      pair(rates, third, quote).catch(() => undefined),
    ]);
    if (!first || !second) continue;
    const source = `${first.source} (${base}-${third}), ${second.source} (${third}-${quote})`;
    return { rate: product(first.rate, second.rate), source, at: Math.min(first.at, second.at) };
  }
  throw new GatewayError(
    "rate_unavailable",
    sentence("No rate from {base} to {quote}: state the price in {quote}, or add a source to RATES_URLS.", {
      base,
      quote,
    }),
    {},
    { cause },
  );
}
