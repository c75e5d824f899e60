import { sum } from "../../values/amount.ts";
import type { Currency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import { paymentsOf } from "../persistence/outbound.ts";
import { nativeOf, worthIn } from "./worth.ts";

type Parts = Pick<NetworkParts, "store" | "catalog" | "prices" | "clock">;

/**
 * What a request's fill cost that reverted, in smallest units of `currency`, rounded up: whoever has the solver make a transaction
 * that reverts pays for it, out of the refund. Zero when none did. Throws PriceUnavailable when nobody prices a coin.
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
