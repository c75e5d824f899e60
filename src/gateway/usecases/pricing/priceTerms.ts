import { convertDown, convertUp, inverse, rateFromDecimal, type Rate } from "../../../values/rate.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import { GatewayError } from "../../errors.ts";
import type { Rates } from "../../ports/ratesPort.ts";
import { sentence } from "../../../values/sentence.ts";

/**
 * Coins valued at one US dollar each. A merchant who settles in one of them is paid a dollar price one to
 * one.
 */
const DOLLARS = new Set(["USDC", "USDT", "DAI", "USDS"]);

type Price = Readonly<{ amount: bigint; currency: string; decimals: number }>;
type Target = Pick<Settlement, "symbol" | "decimals">;

/** What an amount is worth in smallest units of the settlement currency, rounded up. Throws GatewayError rate_unavailable. */
export async function dueFor(rates: Rates, price: Price, settlement: Target): Promise<bigint> {
  return convertUp(price.amount, await rateFor(rates, price, settlement));
}

/** What an amount buys of a coin now, in its smallest units, rounded down. Throws GatewayError rate_unavailable. */
export async function worthNow(rates: Rates, price: Price, coin: Target): Promise<bigint> {
  return convertDown(price.amount, await rateFor(rates, price, coin));
}

/** The rate of the pair, or of the pair the other way round, whichever a source lists. */
async function rateFor(rates: Rates, price: Price, coin: Target): Promise<Rate> {
  const target = rateCode(coin.symbol);
  const source = rateCode(price.currency);
  const decimals = source === "BTC" && price.currency.toUpperCase() === "SATS" ? 8 : price.decimals;
  if (source === target) return rateFromDecimal("1", decimals, coin.decimals);
  try {
    return rateFromDecimal(await priceOf(rates, source, target), decimals, coin.decimals);
  } catch (error) {
    const other = await rates.rate(target, source).catch(() => undefined);
    if (!other) throw error;
    return inverse(rateFromDecimal(other.price, coin.decimals, decimals));
  }
}

const EXAMPLE_USD = { amount: 100_00n, currency: "USD", decimals: 2 };

/**
 * A round price of up to a hundred dollars, and its worth in the settlement currency: the sample for rates
 * where the amount is not known yet. Throws GatewayError rate_unavailable.
 */
export async function examplePrice(
  rates: Rates,
  { currency, decimals }: Readonly<{ currency: string; decimals: number }>,
  settlement: Settlement,
): Promise<Readonly<{ price: bigint; due: bigint }>> {
  const coin = 10n ** BigInt(settlement.decimals);
  const most = await dueFor(rates, EXAMPLE_USD, settlement).catch(() => coin); // without a rate for dollars: one coin
  const whole = 10n ** BigInt(decimals);
  const worth = await dueFor(rates, { amount: whole, currency, decimals }, settlement);
  let price = whole;
  while (price >= 10n && price * worth > most * whole) price /= 10n;
  while (price * 10n * worth <= most * whole) price *= 10n;
  return { price, due: await dueFor(rates, { amount: price, currency, decimals }, settlement) };
}

/** By which currency's rates another goes. */
export function rateCode(symbol: string): string {
  const code = symbol.toUpperCase();
  if (code === "SATS") return "BTC"; // its smallest unit
  return DOLLARS.has(code) ? "USD" : code;
}

async function priceOf(rates: Rates, base: string, quote: string): Promise<string> {
  try {
    return (await rates.rate(base, quote)).price;
  } catch (cause) {
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
}
