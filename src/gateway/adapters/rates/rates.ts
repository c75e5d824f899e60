import { HttpFailure, type HttpClient, type HttpOptions } from "../../../http-client/http.ts";
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../../../values/time.ts";
import { rateSource, type RateSource } from "./rateSources.ts";

/** The price of one unit of `base` in `quote`, as a plain decimal string; `at` is the source's time. */
export type RateQuote = Readonly<{ price: string; source: string; at: Instant }>;

export type Rates = Readonly<{
  /** Throws RateUnavailable when no source has it and no cached rate is recent enough. */
  rate(base: string, quote: string): Promise<RateQuote>;
}>;

/** No exchange rate that is recent enough to price an invoice; the message names the pair and the remedy. */
export class RateUnavailable extends Error {
  override name = "RateUnavailable";
}

export type RatesOptions = Readonly<{
  /** Entries of RATES_URLS (see rateSource), tried in this order. */
  urls: readonly string[];
  clock: Clock;
  /** How old a remembered rate may be while every source fails. */
  maxAgeMs: number;
  http?: (options: HttpOptions) => HttpClient;
}>;

const FRESH_MS = MINUTE_MS; // a rate this young is given without asking again
const PAUSE_MS = 10 * SECOND_MS; // after every source failed, calls fail at once for this long

const MOST_PAIRS = 1_000; // cached pairs: any key may ask for unknown pairs

type Remembered = {
  rate?: RateQuote;
  failedAt?: Instant;
  failures: readonly string[];
  asking?: Promise<void>;
};

/** Exchange rates from the operator's list of sources. Throws with a sentence when an entry of the list cannot be read. */
export function createRates(options: RatesOptions): Rates {
  const sources = options.urls.map((entry) => rateSource(entry, options.http));
  const pairs = new Map<string, Remembered>();
  const isYounger = (at: Instant | undefined, ageMs: number) => {
    const age = at === undefined ? Infinity : options.clock() - at;
    return age >= 0 && age < ageMs; // a moment in the future means that the clock was set back: do not trust it
  };
  return {
    async rate(base, quote) {
      if (!isCode(base) || !isCode(quote)) {
        throw new RateUnavailable(
          `Expected two currency codes such as EUR and USD, got "${base}" and "${quote}".`,
        );
      }
      if (base === quote) return { price: "1", source: "same currency", at: options.clock() };
      const key = `${base}_${quote}`;
      const pair = pairs.get(key) ?? { failures: [] };
      pairs.delete(key); // the last to be forgotten again
      pairs.set(key, pair);
      const [oldest] = pairs.keys();
      if (pairs.size > MOST_PAIRS && oldest !== undefined) pairs.delete(oldest);
      if (!isYounger(pair.rate?.at, FRESH_MS) && !isYounger(pair.failedAt, PAUSE_MS)) {
        pair.asking ??= refresh(pair, sources, base, quote, options.clock).finally(() => delete pair.asking);
        await pair.asking; // shared by all concurrent callers of this pair
      }
      if (pair.rate && isYounger(pair.rate.at, Math.max(options.maxAgeMs, FRESH_MS))) return pair.rate;
      throw new RateUnavailable(unavailable(base, quote, pair.failures));
    },
  };
}

async function refresh(
  pair: Remembered,
  sources: readonly RateSource[],
  base: string,
  quote: string,
  clock: Clock,
): Promise<void> {
  const failures: string[] = [];
  for (const source of sources) {
    try {
      const price = await source.price(base, quote);
      if (price === undefined) continue;
      pair.rate = { price, source: source.name, at: clock() };
      delete pair.failedAt;
      return;
    } catch (error) {
      failures.push(`${source.name}: ${reasonOf(error)}`);
    }
  }
  pair.failedAt = clock();
  pair.failures = failures;
}

/** An HttpFailure's own message holds the URL, which may hold a key. */
function reasonOf(error: unknown): string {
  if (error instanceof HttpFailure)
    return error.status ? `answered ${error.status}` : "gave no usable answer";
  return error instanceof Error ? error.message : String(error);
}

function unavailable(base: string, quote: string, failures: readonly string[]): string {
  const why = failures.length > 0 ? ` (${failures.join("; ")})` : "; no source in RATES_URLS lists this pair";
  return `No exchange rate from ${base} to ${quote}${why}. Add a source to RATES_URLS, or price in a currency that needs none.`;
}

function isCode(text: string): boolean {
  return /^[A-Z0-9]{2,12}$/.test(text);
}
