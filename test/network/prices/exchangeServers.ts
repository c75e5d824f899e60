import type http from "node:http";
import { EXCHANGE_NAMES, type ExchangeName } from "../../../src/network/prices/coins.ts";
import { createPrices, PRICE_DEFAULTS, type PriceConfig } from "../../../src/network/prices/createPrices.ts";
import type { PriceSource } from "../../../src/network/prices/priceSource.ts";
import type { Log } from "../../../src/runtime/log.ts";
import { isoTime } from "../../../src/values/time.ts";
import { testClock, type TestClock } from "../../support/clock.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";

/** What an exchange says of every market: a price, how old it claims to be, or a body that is no ticker at all. */
type Booth = { price: string; ageMs: number; fault?: "down" | "silent" | "huge" | 500; body?: string };

/** Four servers that play the public exchanges in their own formats, with what a test makes them say. */
export type Exchanges = Readonly<{
  clock: TestClock;
  say: Readonly<Record<ExchangeName, Booth>>;
  /** Every exchange quotes this price again, without faults. */
  everyone(price: string): void;
  asked(name: ExchangeName): readonly string[];
  warnings: readonly unknown[];
  prices(changes?: Partial<PriceConfig>): PriceSource;
  close(): Promise<void>;
}>;

export async function startExchanges(): Promise<Exchanges> {
  const clock = testClock();
  const booth = (): Booth => ({ price: "80000", ageMs: 0 });
  const say = { coinbase: booth(), kraken: booth(), bitstamp: booth(), gemini: booth() };
  const servers = new Map<ExchangeName, LocalServer>();
  for (const name of EXCHANGE_NAMES) {
    servers.set(name, await serve((_, response) => answer(response, say[name], () => ticker(name, say[name], clock())))); // prettier-ignore
  }
  const warnings: unknown[] = [];
  const log: Log = { debug() {}, info() {}, error() {}, warn: (...event) => void warnings.push(event) };
  const url = (name: ExchangeName) => servers.get(name)!.url;
  return {
    ...{ clock, say, warnings },
    everyone(price) {
      for (const name of EXCHANGE_NAMES) {
        say[name].price = price;
        say[name].ageMs = 0;
        delete say[name].fault;
        delete say[name].body;
      }
    },
    asked: (name) => servers.get(name)!.asked.map(({ path }) => path),
    prices: (changes = {}) =>
      createPrices(
        {
          ...PRICE_DEFAULTS,
          setting: { kind: "http" },
          walkSeed: "tests",
          timeoutMs: 1_000,
          exchangeUrls: {
            coinbase: url("coinbase"),
            kraken: url("kraken"),
            bitstamp: url("bitstamp"),
            gemini: url("gemini"),
          },
          ...changes,
        },
        { clock, log },
      ),
    async close() {
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

function answer(response: http.ServerResponse, { fault, body }: Booth, ticker: () => unknown): void {
  if (fault === "down") return void response.socket?.destroy();
  if (fault === "silent") return;
  if (fault === 500) return void response.writeHead(500).end("{}");
  if (fault === "huge") return void response.end(JSON.stringify(ticker()).padEnd(1_000_000));
  response.end(body ?? JSON.stringify(ticker()));
}

/** The bodies as the exchanges document them, with the fields that are not read. */
function ticker(name: ExchangeName, { price, ageMs }: Booth, now: number): unknown {
  const at = now - ageMs;
  const offers = { bid: price, ask: price };
  switch (name) {
    case "coinbase":
      return {
        trade_id: 1,
        price,
        size: "0.1",
        time: isoTime(at).replace("Z", "123Z"),
        ...offers,
        volume: "9",
      };
    case "kraken":
      return {
        error: [],
        result: {
          XMARKETZUSD: { a: [price, "1", "1.000"], b: [price, "2", "2.000"], c: [price, "0.1"], o: "1" },
        },
      };
    case "bitstamp":
      return { timestamp: String(at / 1_000), open: "1", last: price, ...offers, vwap: "1", side: "0" };
    case "gemini":
      return { ...offers, last: price, volume: { BTC: "1", USD: "1", timestamp: 1_483_018_200_000 } };
  }
}
