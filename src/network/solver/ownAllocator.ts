import type { Log } from "../../runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { allocatorProblem } from "../contracts/allocator.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import { isolateFailure } from "./isolateFailure.ts";

type Parts = Pick<NetworkParts, "evm" | "keys" | "contracts"> & Readonly<{ log: Log }>;

/**
 * The requests among these whose deposits the service can pay out of custody. Where another account is the allocator of the
 * chain of a deposit, or the chain gives no answer, its fill waits: who names the allocator could otherwise take a deposit back
 * after its fill, and pay it in again.
 */
export async function withOwnAllocator(
  parts: Parts,
  requests: readonly BridgeRequest[],
): Promise<readonly BridgeRequest[]> {
  const origins = new Set(requests.flatMap(({ deposit }) => deposit?.chainId ?? []));
  origins.delete(BITCOIN_CHAIN_ID); // no contract holds bitcoin
  const closed = new Set<number>();
  await Promise.all(
    [...origins].map(async (chain) => {
      closed.add(chain);
      await isolateFailure(parts, { chain, check: "allocator" }, async () => {
        if ((await allocatorProblem(parts, chain)) === undefined) closed.delete(chain);
      });
    }),
  );
  return requests.filter(({ deposit }) => !deposit || !closed.has(deposit.chainId));
}
