import { MINUTE_MS, type Instant } from "../../values/time.ts";
import type { NetworkParts } from "../parts.ts";
import { heldRequests, type HeldRequest } from "../persistence/checks.ts";
import { openPayments, type Outbound } from "../persistence/outbound.ts";
import { stuckRequests } from "../persistence/requests.ts";
import type { BridgeRequest } from "../request.ts";

const LISTED = 50;
const LATE_MS = 10 * MINUTE_MS;

/** What waits for a person: payments that are held, deposits without a refund, and payments that are in no block after ten minutes. */
export type Stuck = Readonly<{
  held: readonly HeldRequest[]; // the oldest first, fifty at most
  requests: readonly BridgeRequest[]; // the newest first, fifty at most
  payments: readonly Readonly<{ payment: Outbound; attempts: number }>[];
}>;

/** Reads what is stuck at a moment. */
export async function readStuck(
  { store }: Pick<NetworkParts, "store">,
  chainIds: readonly number[],
  now: Instant,
): Promise<Stuck> {
  const held = await heldRequests(store, LISTED);
  const requests = await stuckRequests(store, LISTED);
  const open = await Promise.all(chainIds.map((id) => openPayments(store, id, LISTED)));
  const payments = open
    .flat()
    .filter(({ outbound }) => now - outbound.createdAt >= LATE_MS)
    .map(({ outbound: payment, attempts }) => ({ payment, attempts: attempts.length }));
  return { held, requests, payments };
}
