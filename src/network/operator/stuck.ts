import { MINUTE_MS, type Instant } from "../../values/time.ts";
import { lateDeposits } from "../deposits/confirmDeposits.ts";
import type { NetworkParts } from "../parts.ts";
import { heldRequests, type HeldRequest } from "../persistence/checks.ts";
import { openPayments, type Outbound } from "../persistence/outbound.ts";
import type { DepositRow } from "../persistence/rows.ts";
import { stuckRequests } from "../persistence/requests.ts";
import type { BridgeRequest } from "../request.ts";

const LISTED = 50;
const LATE_MS = 10 * MINUTE_MS;

/**
 * What waits for a person: payments that are held, deposits without a refund, payments that are in no block after ten minutes,
 * and deposits on EVM chains that are not confirmed ten minutes after they were seen, although they have enough blocks.
 */
export type Stuck = Readonly<{
  held: readonly HeldRequest[]; // the oldest first, fifty at most
  requests: readonly BridgeRequest[]; // the newest first, fifty at most
  payments: readonly Readonly<{ payment: Outbound; attempts: number }>[];
  deposits: readonly DepositRow[];
}>;

/** Reads what is stuck at a moment. */
export async function readStuck(
  parts: Pick<NetworkParts, "store" | "evm" | "catalog" | "prices" | "clock" | "settings">,
  chainIds: readonly number[],
  now: Instant,
): Promise<Stuck> {
  const { store } = parts;
  const held = await heldRequests(store, LISTED);
  const requests = await stuckRequests(store, LISTED);
  const open = await Promise.all(chainIds.map((id) => openPayments(store, id, LISTED)));
  const payments = open
    .flat()
    .filter(({ outbound }) => now - outbound.createdAt >= LATE_MS)
    .map(({ outbound: payment, attempts }) => ({ payment, attempts: attempts.length }));
  const deposits = await Promise.all(
    [...parts.evm.keys()].map((id) => lateDeposits(parts, id, now - LATE_MS, LISTED)),
  );
  return { held, requests, payments, deposits: deposits.flat() };
}
