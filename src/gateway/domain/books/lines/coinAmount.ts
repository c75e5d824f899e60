import { formatDecimal } from "../../../../values/amount.ts";
import type { CoinAmount } from "./line.ts";

type Place = Readonly<{ chainId: number; currency: string }>;
type Coin = Readonly<{ symbol: string; decimals: number }>;

/** Smallest units of a coin as a line has them. Without the coin's decimals nobody can say more than the units. */
export function coinAmount({ chainId, currency }: Place, units: bigint, coin: Coin | undefined): CoinAmount {
  const digits = { chainId, currency, units: units.toString() };
  return coin ? { ...digits, symbol: coin.symbol, amount: formatDecimal(units, coin.decimals) } : digits;
}
