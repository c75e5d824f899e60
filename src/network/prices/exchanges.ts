import { z } from "zod";
import { createHttp, parseJson, type HttpClient, type HttpOptions } from "../../http-client/http.ts";
import { SECOND_MS, type Instant } from "../../values/time.ts";
import { EXCHANGE_NAMES, type Coins, type ExchangeName } from "./coins.ts";
import { parseMoment, type Tick, type Ticker } from "./ticker.ts";
import { parseUsdPrice } from "./usdPrice.ts";

/** The best offers of a market, as texts of dollars, and their time if the exchange gives one. */
type Offers = Readonly<{ bid: unknown; ask: unknown; at?: Instant }>;

type Exchange = Readonly<{ url: string; path(pair: string): string; read(json: unknown): Offers }>;

const MAX_BYTES = 64 * 1024;
const MAX_SPREAD_BPS = 200n; // a market with a wider gap between buyers and sellers has no price

const coinbaseTicker = z.object({ bid: z.string(), ask: z.string(), time: z.string() });
const best = z.array(z.unknown()).min(1); // [price, whole lot volume, lot volume]
const krakenTicker = z.object({
  error: z.array(z.string()).max(0),
  result: z.record(z.string(), z.object({ a: best, b: best })),
});
const bitstampTicker = z.object({
  bid: z.string(),
  ask: z.string(),
  timestamp: z.string().regex(/^\d{1,12}$/),
});
const geminiTicker = z.object({ bid: z.string(), ask: z.string() });

/** Tickers that need no account. Their own words for markets are in coins.ts. */
const EXCHANGES: Readonly<Record<ExchangeName, Exchange>> = {
  coinbase: {
    url: "https://api.exchange.coinbase.com",
    path: (pair) => `/products/${pair}/ticker`,
    read(json) {
      const { bid, ask, time } = shaped(coinbaseTicker, json);
      return { bid, ask, at: parseMoment(time) }; // of the last trade: a market that stands still grows old
    },
  },
  kraken: {
    url: "https://api.kraken.com",
    path: (pair) => `/0/public/Ticker?pair=${pair}`,
    read(json) {
      const [market, ...others] = Object.values(shaped(krakenTicker, json).result); // under a longer name than was asked
      if (!market || others.length > 0) throw new Error("Expected one market.");
      return { bid: market.b[0], ask: market.a[0] };
    },
  },
  bitstamp: {
    url: "https://www.bitstamp.net",
    path: (pair) => `/api/v2/ticker/${pair}/`,
    read(json) {
      const { bid, ask, timestamp } = shaped(bitstampTicker, json);
      return { bid, ask, at: Number(timestamp) * SECOND_MS };
    },
  },
  gemini: {
    url: "https://api.gemini.com",
    path: (pair) => `/v1/pubticker/${pair}`,
    read: (json) => shaped(geminiTicker, json), // its timestamp is that of the volume, in whole minutes
  },
};

/**
 * A ticker per exchange that some coin names. A price is the middle of the best bid and the best ask, because that holds
 * now, while the last trade of a quiet market may be hours old.
 */
export function exchangeTickers(
  options: Readonly<{
    coins: Coins;
    timeoutMs: number;
    /** Other addresses for an exchange, such as a mirror. */
    urls?: Readonly<Partial<Record<ExchangeName, string>>>;
    http?: (options: HttpOptions) => HttpClient;
  }>,
): readonly Ticker[] {
  const { coins, timeoutMs, urls = {}, http = createHttp } = options;
  return EXCHANGE_NAMES.filter((name) => Object.values(coins).some(({ pairs }) => pairs[name])).map(
    (name) => {
      const exchange = EXCHANGES[name];
      const client = http({ baseUrl: urls[name] ?? exchange.url, timeoutMs, maxBytes: MAX_BYTES });
      return {
        name,
        async tick(symbol) {
          const pair = Object.hasOwn(coins, symbol) ? coins[symbol]?.pairs[name] : undefined;
          if (pair === undefined) return undefined;
          const answer = await client.get(exchange.path(encodeURIComponent(pair)));
          return middleOf(exchange.read(parseJson(answer)));
        },
      };
    },
  );
}

function middleOf({ bid: buyer, ask: seller, at }: Offers): Tick {
  const bid = parseUsdPrice(buyer);
  const ask = parseUsdPrice(seller);
  if (bid > ask || (ask - bid) * 10_000n > bid * MAX_SPREAD_BPS) {
    throw new Error(`Expected a bid just below the ask, got ${String(buyer)} and ${String(seller)}.`);
  }
  return { price: (bid + ask) / 2n, ...(at === undefined ? {} : { at }) };
}

function shaped<T>(schema: z.ZodType<T>, json: unknown): T {
  const read = schema.safeParse(json);
  if (!read.success) throw new Error(`Expected a ticker, got ${JSON.stringify(json).slice(0, 80)}.`);
  return read.data;
}
