import { readFile, stat } from "node:fs/promises";
import { parseMoment, type Ticker } from "./ticker.ts";
import { parseUsdPrice } from "./usdPrice.ts";

const MAX_BYTES = 64 * 1024;

/**
 * A file that an operator writes: {"BTC": "80000.12", "USDC": "0.9998", "at": "2026-11-21T09:30:00Z"},
 * dollars per whole coin as texts. `at` is required, so that a file without updates becomes stale. A coin
 * that is not in it is not listed.
 */
export function fileTicker(file: string, timeoutMs: number): Ticker {
  return {
    name: "file",
    async tick(symbol) {
      const prices = await readPrices(file, timeoutMs);
      if (typeof prices["at"] !== "string")
        throw new Error(`Expected the moment of its prices as "at" in ${file}.`);
      const at = parseMoment(prices["at"]);
      return Object.hasOwn(prices, symbol) ? { price: parseUsdPrice(prices[symbol]), at } : undefined;
    },
  };
}

async function readPrices(file: string, timeoutMs: number): Promise<Readonly<Record<string, unknown>>> {
  const found = await stat(file);
  if (!found.isFile() || found.size > MAX_BYTES) {
    throw new Error(`Expected a file of at most ${MAX_BYTES} bytes at ${file}.`);
  }
  const text = await readFile(file, { encoding: "utf8", signal: AbortSignal.timeout(timeoutMs) });
  const json = JSON.parse(text) as unknown;
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new Error(`Expected a JSON object of prices in ${file}.`);
  }
  return json as Record<string, unknown>; // an object that is no list
}
