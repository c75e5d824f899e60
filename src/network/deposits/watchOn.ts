import type { EvmWatch } from "../../evm/reader/evmBlocks.ts";
import { isToken } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import { issuedAmong } from "../persistence/addresses.ts";
import { eventsOf } from "./evmArrivals.ts";

/** What blocks are matched by: every issued address, the supported tokens, and the events of our contracts. */
export function watchOn(
  { store, catalog, contracts }: Pick<NetworkParts, "store" | "catalog" | "contracts">,
  chainId: number,
): EvmWatch {
  return {
    isWatched: async (addresses) => new Set((await issuedAmong(store, addresses)).keys()),
    tokens: catalog
      .currencies(chainId)
      .filter(isToken)
      .map(({ address }) => address),
    events: eventsOf(contracts),
  };
}
