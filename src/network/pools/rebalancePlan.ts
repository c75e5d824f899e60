import { min } from "../../values/amount.ts";
import type { Currency, RebalanceBounds } from "../catalog.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";
import { convert, usdValue } from "../quote/pricing.ts";

/** A coin of a chain with the operator's bounds: what is held without a promise on it, in smallest units, and its price. */
export type Holding = Readonly<{
  currency: Currency;
  held: bigint;
  bounds: Pick<RebalanceBounds, "least" | "most">;
  usd: UsdPrice;
}>;

/** A swap between the service's own coins; the amount is in smallest units of `from`. */
export type Move = Readonly<{ from: Currency; to: Currency; amount: bigint }>;

/**
 * The swap that brings coins back within their bounds, or undefined where all are. A coin below its least is filled up to the
 * middle of its bounds by the one that has most above its own middle; a coin above its most goes down to its middle, into the
 * one that lacks most. Never more than `most` (10^-8 US dollars).
 */
export function rebalanceMove(holdings: readonly Holding[], most: UsdPrice): Move | undefined {
  const beyond = holdings.map((holding) => ({ ...holding, worth: worthBeyond(holding) }));
  const sorted = beyond.toSorted((a, b) => (a.worth < b.worth ? -1 : 1));
  const [poorest, richest] = [sorted[0], sorted.at(-1)];
  if (!poorest || !richest || poorest.worth >= 0n || richest.worth <= 0n) return undefined;
  const needy = sorted.find(({ held, bounds }) => held < bounds.least);
  const excess = sorted.findLast(({ held, bounds }) => held > bounds.most);
  const to = needy ?? (excess && poorest);
  const from = (needy ? undefined : excess) ?? richest;
  if (!to || to.currency.address === from.currency.address || to.worth >= 0n) return undefined;
  const worth = min(min(from.worth, -to.worth), most);
  const dollars = { usd: 100_000_000n, decimals: 8 };
  const coin = { usd: from.usd, decimals: from.currency.decimals };
  const amount = convert(worth, dollars, coin, (a, b) => a / b);
  return amount > 0n ? { from: from.currency, to: to.currency, amount } : undefined;
}

/** The worth of what is held above the middle of the bounds; below zero of what lacks there. In 10^-8 US dollars. */
function worthBeyond({ held, bounds, usd, currency }: Holding): bigint {
  const middle = (bounds.least + bounds.most) / 2n;
  return usdValue(held - middle, { usd, decimals: currency.decimals });
}
