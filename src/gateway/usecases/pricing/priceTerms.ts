import { convertDown, convertUp, type Rate } from "../../../values/rate.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import type { Rates } from "../../ports/ratesPort.ts";
import { unitRateBetween } from "./rateBetween.ts";

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

function rateFor(rates: Rates, { currency, decimals }: Price, coin: Target): Promise<Rate> {
  return unitRateBetween(rates, { symbol: currency, decimals }, coin);
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
