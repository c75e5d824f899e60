import { HttpFailure } from "../../http-client/http.ts";
import type { NetworkParts } from "../parts.ts";
import { PriceUnavailable } from "../prices/priceSource.ts";
import { usdValue } from "../quote/pricing.ts";

type Amount = Readonly<{ chainId: number; currency: string; amount: bigint }>;

/**
 * True for an amount that reaches the operator's limit for large deposits. An amount without a price counts
 * as large.
 */
export async function isLarge(
  {
    catalog,
    prices,
    clock,
    settings: { largeUsd },
  }: Pick<NetworkParts, "catalog" | "prices" | "clock" | "settings">,
  { chainId, currency, amount }: Amount,
): Promise<boolean> {
  const coin = catalog.currency(chainId, currency);
  if (!coin) return true;
  try {
    const usd = await prices.price(coin.symbol, clock());
    return usdValue(amount, { usd, decimals: coin.decimals }) >= BigInt(largeUsd) * USD;
  } catch (error) {
    if (error instanceof PriceUnavailable || error instanceof HttpFailure) return true;
    throw error;
  }
}

const USD = 10n ** 8n; // a dollar in the units of prices
