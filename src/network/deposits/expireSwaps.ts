import { MINUTE_MS, SECOND_MS, type Instant } from "../../values/time.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import { isolateFailure } from "../solver/isolateFailure.ts";
import { followedHeaders } from "../persistence/headers.ts";
import { waitingByMethod } from "../persistence/requests.ts";
import { placeOf } from "../persistence/rows.ts";

/** How long an order at the swap desk is good, where the request names no shorter time. */
export const ORDER_SECONDS = 60;

const LOOKS_PER_TICK = 50;
const CERTAIN_AFTER_MS = 5 * MINUTE_MS; // clocks differ, and a last block may be late

/** The last moment at which the desk carries out the order of a request. */
export function orderDeadline({
  createdAt,
  expiresAt,
}: Pick<BridgeRequest, "createdAt" | "expiresAt">): Instant {
  return Math.min(expiresAt ?? Infinity, createdAt + ORDER_SECONDS * SECOND_MS);
}

/**
 * The job that ends same-chain swaps with an order that was never submitted. A block after the deadline
 * cannot carry it out, so it has failed once every block of the chain was indexed some minutes later. If
 * its swap is found later, the request succeeds.
 */
export function createSwapExpirer(parts: NetworkParts): () => Promise<void> {
  let place = "";
  return async () => {
    const some = await waitingByMethod(parts.store, "desk", place, LOOKS_PER_TICK);
    const last = some.at(-1);
    place = last && some.length === LOOKS_PER_TICK ? placeOf(last) : "";
    const over = some.filter((request) => parts.clock() > orderDeadline(request) + CERTAIN_AFTER_MS);
    for (const chainId of new Set(over.map(({ origin }) => origin.chainId))) {
      const requests = over.filter(({ origin }) => origin.chainId === chainId);
      await isolateFailure(parts, { chain: chainId }, () => expireOn(parts, chainId, requests));
    }
  };
}

async function expireOn(
  parts: NetworkParts,
  chainId: number,
  requests: readonly BridgeRequest[],
): Promise<void> {
  const { store, clock, log } = parts;
  const tip = await requireChain(parts.evm, chainId).tipHeight();
  const read = (await followedHeaders(store, chainId)).at(-1)?.height ?? -1;
  if (read < tip) return; // a block that was not indexed yet may have the swap
  for (const request of requests) {
    const { draft } = observe(draftOf(request), { kind: "order-expired", at: clock() });
    await store.commit(draftWrites(store, draft));
    log.info("network.order_expired", { request: request.id });
  }
}
