import { formatDecimal } from "../../../../values/amount.ts";
import type { CoinAmount } from "./line.ts";

type Place = Readonly<{ chainId: number; currency: string }>;
type Coin = Readonly<{ symbol: string; decimals: number }>;

/**
 * The amount of a coin as a line contains it. Without the coin's decimals only the smallest units are
 * given.
 */
export function coinAmount({ chainId, currency }: Place, units: bigint, coin: Coin | undefined): CoinAmount {
  const digits = { chainId, currency, units: units.toString() };
  return coin ? { ...digits, symbol: coin.symbol, amount: formatDecimal(units, coin.decimals) } : digits;
}
