import { MINUTE_MS } from "../../../values/time.ts";
import { requireChain } from "../../parts.ts";
import { openPayments, type Attempt, type OpenPayment, type Outbound } from "../../persistence/outbound.ts";
import type { EvmChain } from "../../chains/evm.ts";
import { broadcast } from "./broadcast.ts";
import { cancelReverted } from "./cancelReverted.ts";
import { MOST_GAS } from "./gas.ts";
import { isolateFailure } from "../isolateFailure.ts";
import type { SolverParts } from "../memory.ts";
import { replaceIfStuck } from "./replaceStuck.ts";
import { readOrder } from "./signPayment.ts";
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
    const goOn = await isolateFailure(parts, { payment: payment.outbound.id }, async () => {
      if (await isUndone(parts, chain, payment))
        return cancelReverted(parts, chain, payment, "network.permit_cancelled");
      await broadcast(parts, chain, latest);
    });
    if (!goOn) return;
  }
  await isolateFailure(parts, { chain: chainId }, () => replaceIfStuck(parts, chain, waiting));
}

/**
 * Whether a signature that was good when it was taken would revert now: its signer has moved the tokens away. Asked once, right
 * before it is sent; without an answer it is sent, because others wait for its nonce. Giving it up costs less than its revert.
 */
async function isUndone(
  { memory, keys, log }: SolverParts,
  chain: EvmChain,
  { outbound, attempts: [first, ...more] }: OpenPayment,
): Promise<boolean> {
  if (outbound.kind !== "permit" || !first || more.length > 0) return false;
  if (first.sentAt !== null || memory.broadcasts.has(first.hash)) return false;
  const { call } = readOrder(outbound);
  try {
    const tried = await chain.simulate(keys.solverEvmAddress, call, undefined, MOST_GAS.permit);
    return tried.reverts;
  } catch (error) {
    log.warn("network.permit_not_tried", { payment: outbound.id, error });
    return false;
  }
}

function isDue({ memory, clock }: SolverParts, { hash }: Attempt): boolean {
  const last = memory.broadcasts.get(hash);
  return last === undefined || clock() - last.at >= RESEND_MS;
}

function raiseWhenLate({ memory, clock }: SolverParts, { id, chainId, kind, createdAt }: Outbound): void {
  if (clock() - createdAt < LATE_MS) return;
  memory.alarms.raise("network.payment_late", id, { payment: id, chain: chainId, kind });
}
