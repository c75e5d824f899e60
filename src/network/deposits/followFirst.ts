import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { NetworkParts } from "../parts.ts";
import { followedHeaders } from "../persistence/headers.ts";
import { indexBitcoin } from "./indexBitcoin.ts";
import { indexEvm } from "./indexEvm.ts";

/**
 * Ensures that a chain is followed before its first address is issued: following starts at the present tip,
 * and a deposit in a block below it would never be seen. The job may run at the same moment; the later one
 * finds the headers. Throws HttpFailure when the chain gives no answer.
 */
export function followFirst(parts: NetworkParts): (chainId: number) => Promise<void> {
  const begun = new Set<number>();
  const hasBegun = async (chainId: number) => {
    if (!begun.has(chainId) && (await followedHeaders(parts.store, chainId)).length > 0) begun.add(chainId);
    return begun.has(chainId);
  };
  return async (chainId) => {
    if (await hasBegun(chainId)) return;
    try {
      await (chainId === BITCOIN_CHAIN_ID ? indexBitcoin(parts) : indexEvm(parts, chainId));
    } catch (error) {
      if (!(await hasBegun(chainId))) throw error;
    }
  };
}
