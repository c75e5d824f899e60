import { isoTime, type Instant } from "../../values/time.ts";
import type { Catalog } from "../catalog.ts";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import { addLine, isProfit, type Profit } from "../ledger/profit.ts";
import type { NetworkParts } from "../parts.ts";
import { linesSince, type DatedLine } from "../persistence/ledger.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";
import { usdValue } from "../quote/pricing.ts";

/**
 * The profit of some days, the newest first, and of each request, in 10^-8 US dollars at present prices; `isWhole` is false where
 * older lines were left out.
 */
export type Profits = Readonly<{
  days: readonly Readonly<{ day: string; profit: Profit }>[]; // UTC
  requests: readonly Readonly<{ requestId: string; profit: Profit }>[]; // the latest first
  unpriced: readonly string[]; // currencies without a price now, whose lines are left out
  isWhole: boolean;
}>;

/**
 * Profit and loss from the ledger since a moment: what deposits brought, less what recipients got, gas, and what pools cost.
 * Money that the operator puts in or takes out is neither. The newest `most` lines are read at most.
 */
export async function readProfits(
  parts: Pick<NetworkParts, "store" | "catalog" | "prices" | "clock">,
  since: Instant,
  most: number,
): Promise<Profits> {
  const { lines, isWhole } = await linesSince(parts.store, since, most);
  const priced = createPriced(parts);
  const days = new Map<string, Profit>();
  const requests = new Map<string, Profit>();
  const unpriced = new Set<string>();
  for (const line of lines) {
    if (!isProfit(line)) continue;
    const usd = await priced(line);
    if (usd === undefined) unpriced.add(`${line.currency} on chain ${line.chainId}`);
    else {
      const day = isoTime(line.at).slice(0, 10);
      days.set(day, addLine(days.get(day), line, usd));
      if (line.requestId !== null)
        requests.set(line.requestId, addLine(requests.get(line.requestId), line, usd));
    }
  }
  return {
    days: [...days].map(([day, profit]) => ({ day, profit })),
    requests: [...requests].map(([requestId, profit]) => ({ requestId, profit })),
    unpriced: [...unpriced],
    isWhole,
  };
}

/** The worth of a line now, signed; undefined without a price. Each currency is asked about once. */
function createPriced({
  catalog,
  prices,
  clock,
}: Pick<NetworkParts, "catalog" | "prices" | "clock">): (line: DatedLine) => Promise<bigint | undefined> {
  const at = clock();
  const known = new Map<string, Promise<UsdPrice | undefined>>();
  return async ({ chainId, currency, amount }) => {
    const coin = coinOf(catalog, chainId, currency);
    if (!coin) return undefined;
    const price = known.get(coin.symbol) ?? prices.price(coin.symbol, at).catch(() => undefined);
    known.set(coin.symbol, price);
    const usd = await price;
    if (usd === undefined) return undefined;
    const worth = usdValue(amount < 0n ? -amount : amount, { usd, decimals: coin.decimals });
    return amount < 0n ? -worth : worth;
  };
}

/** Shares of applications are in a currency of their own. */
function coinOf(
  catalog: Catalog,
  chainId: number,
  currency: string,
): Readonly<{ symbol: string; decimals: number }> | undefined {
  if (chainId === APP_FEES_IN.chainId)
    return { symbol: APP_FEES_IN.currency, decimals: APP_FEES_IN.decimals };
  return catalog.currency(chainId, currency);
}
