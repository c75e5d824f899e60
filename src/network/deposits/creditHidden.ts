import type { BlockHeader } from "../../bitcoin/reader/followBlocks.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { isolateFailure } from "../solver/isolateFailure.ts";
import { creditSurplus, deepHeader } from "./creditSurplus.ts";

/** Takes the looks on a chain that are due, given its followed headers. One that cannot be taken now waits for the next turn. */
export async function creditHidden(
  parts: NetworkParts,
  chainId: number,
  followed: readonly BlockHeader[],
): Promise<void> {
  const deep = deepHeader(requireChain(parts.evm, chainId), followed);
  if (!deep) return;
  for (const look of parts.hidden.take(chainId, deep.height)) {
    const { issued, currency, named } = look;
    const isDone = await isolateFailure(parts, { address: issued.address, chain: chainId }, async () => {
      await creditSurplus(parts, issued, currency, named);
    });
    if (!isDone) parts.hidden.note(look);
  }
}
