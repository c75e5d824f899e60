import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import type { NoRoom } from "./limits.ts";
import { notFillable } from "./requote.ts";

/** A fill that was not signed: it waits, or its deposit goes back where it is above the whole limit of a day. */
export function fillLater(
  parts: NetworkParts,
  request: BridgeRequest,
  noRoom: NoRoom,
  promised: bigint,
): Promise<void> {
  if (noRoom.roomAt === undefined) return notFillable(parts, request, "SOLVER_BALANCE_TOO_LOW");
  return waitForRoom(parts, request, noRoom, promised);
}

/**
 * Shows on a request that its payment waits for room in a daily limit. Nothing else changes: the payment is decided anew each
 * time it is tried, and may end in a refund like every other. `promised` is what its fill would pay, which stays reserved for it.
 */
export async function waitForRoom(
  { store, clock }: Pick<NetworkParts, "store" | "clock">,
  request: BridgeRequest,
  { usd, used, limit }: NoRoom,
  promised?: bigint,
): Promise<void> {
  const reason = `${usd} beside ${used} of ${limit}`; // in 10^-8 US dollars
  const seen = {
    kind: "held",
    by: "limit",
    reason,
    at: clock(),
    ...(promised !== undefined && { promised }),
  } as const;
  const { draft } = observe(draftOf(request), seen);
  if (draft.now !== request) await store.commit(draftWrites(store, draft));
}
