import { convertUp, rateFromDecimal } from "../money/rate.ts";
import type { Settlement } from "../invoices/invoice.ts";
import { GatewayError } from "./errors.ts";
import type { Rates } from "./ports.ts";

/** Coins that count as one US dollar each. A merchant who settles in one of them is paid the price in dollars, one to one. */
const DOLLARS = new Set(["USDC", "USDT", "DAI", "USDS"]);

/** What an amount is worth in smallest units of the settlement currency, rounded up. Throws GatewayError rate_unavailable. */
export async function dueFor(
  rates: Rates,
  price: Readonly<{ amount: bigint; currency: string; decimals: number }>,
  settlement: Settlement,
): Promise<bigint> {
  const target = rateCode(settlement.symbol);
  const source = rateCode(price.currency);
  const decimal = source === target ? "1" : await priceOf(rates, source, target);
  return convertUp(price.amount, rateFromDecimal(decimal, price.decimals, settlement.decimals));
}

const EXAMPLE_USD = { amount: 100_00n, currency: "USD", decimals: 2 };

/**
 * A round price of up to a hundred dollars, and what it is worth in the settlement currency: what rates are asked for where
 * nobody knows yet how much will be paid. Throws GatewayError rate_unavailable.
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

function rateCode(symbol: string): string {
  const code = symbol.toUpperCase();
  return DOLLARS.has(code) ? "USD" : code;
}

async function priceOf(rates: Rates, base: string, quote: string): Promise<string> {
  try {
    return (await rates.rate(base, quote)).price;
  } catch (cause) {
    throw new GatewayError(
      "rate_unavailable",
      `No rate from ${base} to ${quote}: state the price in ${quote}, or add a source to RATES_URLS.`,
      {},
      { cause },
    );
  }
}
