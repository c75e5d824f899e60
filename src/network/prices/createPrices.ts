import type { HttpClient, HttpOptions } from "../../http-client/http.ts";
import type { Log } from "../../runtime/log.ts";
import { MINUTE_MS, SECOND_MS, type Clock } from "../../values/time.ts";
import { DEFAULT_COINS, type Coins, type ExchangeName } from "./coins.ts";
import { exchangeTickers } from "./exchanges.ts";
import { createLivePrices } from "./livePrices.ts";
import { fileTicker } from "./priceFile.ts";
import type { PriceSource } from "./priceSource.ts";
import { walkPrices } from "./priceWalk.ts";

/** Where the operator wants prices from. The walk is for networks where nothing is worth anything. */
export type PriceSetting = Readonly<{ kind: "walk" } | { kind: "http" } | { kind: "file"; path: string }>;

export type PriceConfig = Readonly<{
  setting: PriceSetting;
  walkSeed: string;
  coins: Coins; // what the exchanges are asked for; a file lists its coins itself
  exchangeUrls?: Readonly<Partial<Record<ExchangeName, string>>>;
  minSources: number; // exchanges that must agree; a file is alone
  maxDisagreementBps: number;
  maxAgeMs: number; // for coins that have no limit of their own
  refreshMs: number;
  timeoutMs: number; // of one exchange; a quote that needs a new price waits as long at most
}>;

export const PRICE_DEFAULTS = {
  coins: DEFAULT_COINS,
  minSources: 2,
  maxDisagreementBps: 200,
  maxAgeMs: MINUTE_MS,
  refreshMs: 10 * SECOND_MS,
  timeoutMs: 2 * SECOND_MS,
} as const;

/** Reads PRICES: "walk", "http" or "file:/path/of/prices.json". Throws with a sentence for anything else. */
export function readPriceSetting(text: string): PriceSetting {
  const path = /^file:(\/.+)$/.exec(text)?.[1];
  if (path) return { kind: "file", path };
  if (text === "walk" || text === "http") return { kind: text };
  throw new Error(
    `PRICES must be walk (simulated), http (public exchanges) or file:/path/of/prices.json; got "${text}".`,
  );
}

/** The price source of the setting. Nothing is asked yet. Throws with a sentence when the configuration cannot work. */
export function createPrices(
  config: PriceConfig,
  deps: Readonly<{ clock: Clock; log: Log; http?: (options: HttpOptions) => HttpClient }>,
): PriceSource {
  const { setting, coins, timeoutMs } = config;
  if (setting.kind === "walk") return walkPrices(config.walkSeed);
  const live = {
    maxDisagreementBps: config.maxDisagreementBps,
    refreshMs: config.refreshMs,
    maxAgeMs: (symbol: string) =>
      (Object.hasOwn(coins, symbol) ? coins[symbol]?.maxAgeMs : undefined) ?? config.maxAgeMs,
    clock: deps.clock,
    log: deps.log,
  };
  if (setting.kind === "file") {
    return createLivePrices({ ...live, tickers: [fileTicker(setting.path, timeoutMs)], minSources: 1 });
  }
  requireAgreement(config);
  const tickers = exchangeTickers({
    coins,
    timeoutMs,
    ...(config.exchangeUrls ? { urls: config.exchangeUrls } : {}),
    ...(deps.http ? { http: deps.http } : {}),
  });
  return createLivePrices({ ...live, tickers, minSources: config.minSources });
}

function requireAgreement({ coins, minSources, maxDisagreementBps }: PriceConfig): void {
  if (!Number.isSafeInteger(minSources) || minSources < 1) {
    throw new Error(`Expected at least 1 price source that must agree, got ${minSources}.`);
  }
  if (!Number.isSafeInteger(maxDisagreementBps) || maxDisagreementBps < 0 || maxDisagreementBps > 5_000) {
    throw new Error(`Expected prices to agree within 0 to 5000 basis points, got ${maxDisagreementBps}.`);
  }
  for (const [symbol, { pairs }] of Object.entries(coins)) {
    const count = Object.keys(pairs).length;
    if (count < minSources) {
      throw new Error(
        `${symbol} has ${count} exchange(s), and ${minSources} must agree on a price. Name more, or require fewer.`,
      );
    }
  }
}
