import type { Log } from "../../runtime/log.ts";
import { formatDecimal } from "../../values/amount.ts";
import { SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import { agree, type AgreementRule, type Answer, type Verdict } from "./agreement.ts";
import { PriceDisputed, PriceMissing, PriceStale, PriceUnknown, type PriceSource } from "./priceSource.ts";
import type { Ticker } from "./ticker.ts";
import type { UsdPrice } from "./usdPrice.ts";

export type LivePricesOptions = AgreementRule &
  Readonly<{
    tickers: readonly Ticker[];
    refreshMs: number; // the tickers are asked for a coin at most this often, also when they fail
    maxAgeMs(symbol: string): number;
    clock: Clock;
    log: Log;
  }>;

const CLOCK_SKEW_MS = 10 * SECOND_MS; // a source further ahead of our clock has an unusable time

/** What is remembered of one coin. */
type Kept = {
  askedAt?: Instant;
  asking?: Promise<void>; // one round at a time, shared by concurrent callers of this coin
  verdict: Verdict["kind"] | "unlisted";
  last?: Readonly<{ price: UsdPrice; at: Instant }>; // the last price that was agreed and not disputed since
  failures: readonly Failure[];
};

type Failure = Readonly<{ source: string; reason: string; tooOld?: true }>;

/**
 * Present prices, fetched on demand. While sources are down, the last agreed price serves until the age
 * limit; a disagreement is refused at once, because one of the present answers is wrong.
 */
export function createLivePrices(options: LivePricesOptions): PriceSource {
  const { clock, refreshMs } = options;
  const coins = new Map<string, Kept>();
  const isDue = ({ askedAt }: Kept) =>
    askedAt === undefined || clock() - askedAt >= refreshMs || clock() < askedAt; // or the clock was set back
  return {
    async price(symbol, at) {
      const kept = coins.get(symbol) ?? { verdict: "few", failures: [] };
      coins.set(symbol, kept);
      if (isDue(kept)) kept.asking ??= refresh(options, symbol, kept).finally(() => delete kept.asking);
      await kept.asking;
      return judge(options, symbol, kept, at);
    },
  };
}

/** The kept price if it is good for this moment. Throws PriceUnavailable otherwise. */
function judge(options: LivePricesOptions, symbol: string, kept: Kept, at: Instant): UsdPrice {
  const { last, verdict } = kept;
  const failures = kept.failures.map(({ source, reason }) => `${source}: ${reason}`);
  const maxAgeMs = options.maxAgeMs(symbol);
  if (verdict === "disputed") {
    throw new PriceDisputed(
      `The sources disagree about the price of ${symbol}. Try again in a moment.`,
      failures,
    );
  }
  if (verdict === "unlisted") throw new PriceUnknown(`No source gives a price of ${symbol}.`, failures);
  if (last && Math.abs(at - last.at) <= maxAgeMs) return last.price;
  if (last || kept.failures.some(({ tooOld }) => tooOld)) {
    const limit = `at most ${maxAgeMs / SECOND_MS} seconds old`;
    throw new PriceStale(`No price of ${symbol} is ${limit}. Try again in a moment.`, failures);
  }
  throw new PriceMissing(
    `Fewer than ${options.minSources} sources give a price of ${symbol} now. Try again in a moment.`,
    failures,
  );
}

/** Asks every ticker at the same time. Never throws: what went wrong is part of what is kept. */
async function refresh(options: LivePricesOptions, symbol: string, kept: Kept): Promise<void> {
  kept.askedAt = options.clock();
  const results = await Promise.all(options.tickers.map((ticker) => ask(options, ticker, symbol)));
  const listed = results.filter((result) => result !== undefined);
  const answers = listed.filter((result) => "price" in result);
  const verdict = agree(answers, options);
  kept.verdict = listed.length === 0 ? "unlisted" : verdict.kind;
  if (verdict.kind === "agreed") kept.last = { price: verdict.price, at: verdict.at };
  if (verdict.kind === "disputed") delete kept.last; // what was agreed before is in doubt too, until they agree again
  const failures = [
    ...listed.filter((result) => "reason" in result),
    ...notAgreeing(answers, verdict).map(({ source, price }) => ({
      source,
      reason: `said ${formatDecimal(price, 8)}`,
    })),
  ];
  report(options.log, symbol, kept, failures);
}

function notAgreeing(answers: readonly Answer[], verdict: Verdict): readonly Answer[] {
  if (verdict.kind === "disputed") return answers;
  return verdict.kind === "agreed" ? answers.filter(({ source }) => verdict.outliers.includes(source)) : [];
}

async function ask(
  options: LivePricesOptions,
  ticker: Ticker,
  symbol: string,
): Promise<Answer | Failure | undefined> {
  const source = ticker.name;
  try {
    const tick = await ticker.tick(symbol);
    if (!tick) return undefined;
    const now = options.clock();
    const age = now - (tick.at ?? now);
    if (age < -CLOCK_SKEW_MS) return { source, reason: `is ${-age} ms ahead of this machine's clock` };
    if (age > options.maxAgeMs(symbol)) return { source, reason: `is ${age} ms old`, tooOld: true };
    return { source, price: tick.price, at: Math.min(tick.at ?? now, now) };
  } catch (error) {
    return { source, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Logged when the set of failing sources changes, not every few seconds while it lasts. */
function report(log: Log, symbol: string, kept: Kept, failures: readonly Failure[]): void {
  const names = (list: readonly Failure[]) => list.map(({ source }) => source).join();
  if (names(failures) !== names(kept.failures)) {
    if (failures.length > 0) log.warn("network.price.sources", { symbol, verdict: kept.verdict, failures });
    else log.info("network.price.sources", { symbol, verdict: kept.verdict });
  }
  kept.failures = failures;
}
