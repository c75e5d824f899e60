import { MINUTE_MS } from "../../values/time.ts";

/** Exchanges with a public ticker that exchanges.ts can read. */
export const EXCHANGE_NAMES = ["coinbase", "kraken", "bitstamp", "gemini"] as const;
export type ExchangeName = (typeof EXCHANGE_NAMES)[number];

/** What a coin's market against the US dollar is called where, and how old its price may be if not as old as all others'. */
export type Coin = Readonly<{ pairs: Readonly<Partial<Record<ExchangeName, string>>>; maxAgeMs?: number }>;
export type Coins = Readonly<Record<string, Coin>>;

const STABLE_AGE_MS = 5 * MINUTE_MS; // moves little in this time, but a lost peg must show: it is never assumed to be 1

const ETH = { coinbase: "ETH-USD", kraken: "ETHUSD", bitstamp: "ethusd", gemini: "ethusd" };

/** Every coin has at least three markets, so that one may be down and one may be wrong (not on the same day). */
export const DEFAULT_COINS: Coins = {
  BTC: { pairs: { coinbase: "BTC-USD", kraken: "XBTUSD", bitstamp: "btcusd", gemini: "btcusd" } },
  ETH: { pairs: ETH },
  WETH: { pairs: ETH }, // its contract gives one for one
  // Coinbase keeps one book for USDC and dollars, so its opinion of USDC is no information.
  USDC: {
    pairs: { kraken: "USDCUSD", bitstamp: "usdcusd", gemini: "usdcusd" },
    maxAgeMs: STABLE_AGE_MS,
  },
  USDT: {
    pairs: { coinbase: "USDT-USD", kraken: "USDTUSD", bitstamp: "usdtusd", gemini: "usdtusd" },
    maxAgeMs: STABLE_AGE_MS,
  },
};

const ENTRY = /^([A-Za-z0-9.]{1,20})=([a-z]+:[A-Za-z0-9-]{3,20}(?:,[a-z]+:[A-Za-z0-9-]{3,20})*)$/;

/**
 * Reads coins that an operator adds, separated by spaces: `POL=coinbase:POL-USD,kraken:POLUSD LINK=...`, each market in
 * the exchange's own spelling. Throws with a sentence when an entry cannot be read.
 */
export function readCoins(text: string): Coins {
  const entries = text.split(/\s+/).filter((entry) => entry !== "");
  return Object.fromEntries(entries.map(readCoin));
}

function readCoin(entry: string): readonly [string, Coin] {
  const [, symbol, markets] = ENTRY.exec(entry) ?? [];
  const pairs = (markets ?? "").split(",").map((market) => market.split(":"));
  const isKnown = ([exchange = ""]: readonly string[]) => EXCHANGE_NAMES.some((name) => name === exchange);
  if (!symbol || !pairs.every(isKnown)) {
    throw new Error(
      `Expected a coin and its dollar markets such as "POL=coinbase:POL-USD,kraken:POLUSD" ` +
        `(exchanges: ${EXCHANGE_NAMES.join(", ")}), got "${entry.slice(0, 80)}".`,
    );
  }
  return [symbol, { pairs: Object.fromEntries(pairs) as Coin["pairs"] }]; // every key was checked above
}
