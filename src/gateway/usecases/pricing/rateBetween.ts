import { inverse, product, rateFromDecimal, type Rate } from "../../../values/rate.ts";
import type { Instant } from "../../../values/time.ts";
import type { Rates } from "../../ports/ratesPort.ts";
import { rateCode } from "./priceTerms.ts";

/** The worth of one unit of a currency in units of another, with its source and time. */
export type Told = Readonly<{ rate: Rate; source: string; at: Instant }>;

const BETWEEN = "USD"; // in which every market lists

/**
 * The rate between two currencies: of the pair, of the pair the other way round, or through dollars, whichever sources list. Throws
 * what the sources threw where none of it is known.
 */
export async function rateBetween(rates: Rates, from: string, to: string): Promise<Told> {
  const [base, quote] = [rateCode(from), rateCode(to)];
  const told = await pair(rates, base, quote).catch((error: unknown) =>
    throughDollars(rates, base, quote, error),
  );
  return { ...told, rate: product(product(inverse(unitsOf(from)), told.rate), unitsOf(to)) };
}

const SATS_PER_BITCOIN = 10n ** 8n;

/** How many units of a currency equal one unit of the currency that it is pegged to. */
function unitsOf(currency: string): Rate {
  return { base: 1n, quote: currency.toUpperCase() === "SATS" ? SATS_PER_BITCOIN : 1n };
}

async function pair(rates: Rates, base: string, quote: string): Promise<Told> {
  const read = async (one: string, other: string): Promise<Told> => {
    const { price, source, at } = await rates.rate(one, other);
    return { rate: rateFromDecimal(price, 0, 0), source, at };
  };
  return read(base, quote).catch(async (error: unknown) => {
    const other = await read(quote, base).catch(() => undefined);
    if (!other) throw error;
    return { ...other, rate: inverse(other.rate) };
  });
}

async function throughDollars(rates: Rates, base: string, quote: string, error: unknown): Promise<Told> {
  if (base === BETWEEN || quote === BETWEEN) throw error;
  const [first, second] = [await pair(rates, base, BETWEEN), await pair(rates, BETWEEN, quote)];
  const source = [...new Set([first.source, second.source])].join(", ");
  return { rate: product(first.rate, second.rate), source, at: Math.min(first.at, second.at) };
}
