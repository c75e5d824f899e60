import type { Write } from "../../../database/driver.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { requireChain } from "../../parts.ts";
import { openPayments, type Attempt, type OpenPayment, type Outbound } from "../../persistence/outbound.ts";
import type { EvmChain } from "../../chains/evm.ts";
import { broadcastUnnoted } from "./broadcast.ts";
import { cancelReverted } from "./cancelReverted.ts";
import { MOST_GAS } from "./gas.ts";
import { isolateFailure } from "../isolateFailure.ts";
import type { SolverParts } from "../memory.ts";
import { replaceIfStuck } from "./replaceStuck.ts";
import { readOrder } from "./signPayment.ts";
import { RESEND_MS } from "../settings.ts";

export const OPEN_PER_TICK = 400;
const NOTED_AT_ONCE = 50;
const LATE_MS = 10 * MINUTE_MS;

/**
 * Broadcasts payments that were never sent, and again those without a block for a while: always the stored
 * bytes, in the order of their nonces, because a chain need not keep a transaction without its predecessor.
 */
export async function sendPayments(parts: SolverParts, chainId: number): Promise<void> {
  const chain = requireChain(parts.evm, chainId);
  const open = await openPayments(parts.store, chainId, OPEN_PER_TICK);
  const waiting = open.filter(({ outbound }) => !parts.memory.inBlock.has(outbound.id));
  if (!(await sendDue(parts, chain, waiting))) return;
  await isolateFailure(parts, { chain: chainId }, () => replaceIfStuck(parts, chain, waiting));
}

/** False when the chain does not answer. What was sent is noted for many at once, because each commit waits for the disk. */
async function sendDue(
  parts: SolverParts,
  chain: EvmChain,
  waiting: readonly OpenPayment[],
): Promise<boolean> {
  let sent: Write[] = [];
  const note = async () => {
    const writes = sent;
    sent = [];
    if (writes.length > 0) await parts.store.commit(writes);
  };
  for (const payment of waiting) {
    raiseWhenLate(parts, payment.outbound);
    const latest = payment.attempts.at(-1);
    if (!latest || !isDue(parts, latest)) continue;
    const goOn = await isolateFailure(parts, { payment: payment.outbound.id }, async () => {
      if (await isUndone(parts, chain, payment))
        return cancelReverted(parts, chain, payment, "network.permit_cancelled");
      sent.push(...(await broadcastUnnoted(parts, chain, latest)));
      if (sent.length >= NOTED_AT_ONCE) await note();
    });
    if (!goOn) {
      await note();
      return false;
    }
  }
  await note();
  return true;
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
