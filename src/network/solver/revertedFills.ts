import { sum } from "../../values/amount.ts";
import type { Currency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import { paymentsOf } from "../persistence/outbound.ts";
import { nativeOf, worthIn } from "./worth.ts";

type Parts = Pick<NetworkParts, "store" | "catalog" | "prices" | "clock">;

/**
 * The cost of a request's reverted fill, in smallest units of `currency`, rounded up: it is deducted from
 * the refund. Zero when none reverted. Throws PriceUnavailable when a coin has no price.
 */
export async function costOfReverted(
  parts: Parts,
  request: BridgeRequest,
  currency: Currency,
): Promise<bigint> {
  if (!request.fill) return 0n;
  const reverted = (await paymentsOf(parts.store, request.id))
    .map(({ outbound }) => outbound)
    .filter(({ kind, state }) => kind === "fill" && state === "reverted");
  const costs = reverted.map(({ chainId, fee }) =>
    worthIn(parts, { amount: fee ?? 0n, from: nativeOf(parts, chainId), to: currency }),
  );
  return sum(await Promise.all(costs));
}
