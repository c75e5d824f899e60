import { sum } from "../../values/amount.ts";
import type { Instant } from "../../values/time.ts";
import type { NetworkParts } from "../parts.ts";
import { failedPermits } from "../persistence/permits.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";
import { usdValue } from "../quote/pricing.ts";
import { nativeOf } from "../solver/worth.ts";

/** Permits that reverted, which the service paid for: how many, and what they cost in 10^-8 US dollars at present prices. */
export type FailedPermits = Readonly<{ times: number; usd: UsdPrice | undefined }>; // undefined without a price

/** The permits that reverted since a moment, chain by chain. */
export async function readFailedPermits(
  parts: Pick<NetworkParts, "store" | "catalog" | "prices" | "clock">,
  since: Instant,
): Promise<ReadonlyMap<number, FailedPermits>> {
  const failed = await failedPermits(parts.store, since);
  const costs = [...new Set(failed.map(({ chainId }) => chainId))].map(async (chainId) => {
    const ofChain = failed.filter((one) => one.chainId === chainId);
    const fee = sum(ofChain.map((one) => one.fee ?? 0n));
    return [chainId, { times: ofChain.length, usd: await worthOf(parts, chainId, fee) }] as const;
  });
  return new Map(await Promise.all(costs));
}

async function worthOf(
  parts: Pick<NetworkParts, "catalog" | "prices" | "clock">,
  chainId: number,
  wei: bigint,
): Promise<UsdPrice | undefined> {
  const { symbol, decimals } = nativeOf(parts, chainId);
  const usd = await parts.prices.price(symbol, parts.clock()).catch(() => undefined);
  return usd === undefined ? undefined : usdValue(wei, { usd, decimals });
}
