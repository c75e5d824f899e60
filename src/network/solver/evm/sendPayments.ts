import { MINUTE_MS } from "../../../values/time.ts";
import { requireChain } from "../../parts.ts";
import { openPayments, type Attempt, type Outbound } from "../../persistence/outbound.ts";
import { broadcast } from "./broadcast.ts";
import { isolateFailure } from "../isolateFailure.ts";
import type { SolverParts } from "../memory.ts";
import { replaceIfStuck } from "./replaceStuck.ts";
import { RESEND_MS } from "../settings.ts";

export const OPEN_PER_TICK = 400;
const LATE_MS = 10 * MINUTE_MS;

/**
 * Broadcasts payments that were never sent, and again those without a block for a while: always the stored
 * bytes, in the order of their nonces, because a chain need not keep a transaction without its predecessor.
 */
export async function sendPayments(parts: SolverParts, chainId: number): Promise<void> {
  const chain = requireChain(parts.evm, chainId);
  const open = await openPayments(parts.store, chainId, OPEN_PER_TICK);
  const waiting = open.filter(({ outbound }) => !parts.memory.inBlock.has(outbound.id));
  for (const payment of waiting) {
    raiseWhenLate(parts, payment.outbound);
    const latest = payment.attempts.at(-1);
    if (!latest || !isDue(parts, latest)) continue;
    if (!(await isolateFailure(parts, { hash: latest.hash }, () => broadcast(parts, chain, latest)))) return;
  }
  await isolateFailure(parts, { chain: chainId }, () => replaceIfStuck(parts, chain, waiting));
}

function isDue({ memory, clock }: SolverParts, { hash }: Attempt): boolean {
  const last = memory.broadcasts.get(hash);
  return last === undefined || clock() - last.at >= RESEND_MS;
}

function raiseWhenLate({ memory, clock }: SolverParts, { id, chainId, kind, createdAt }: Outbound): void {
  if (clock() - createdAt < LATE_MS) return;
  memory.alarms.raise("network.payment_late", id, { payment: id, chain: chainId, kind });
}
