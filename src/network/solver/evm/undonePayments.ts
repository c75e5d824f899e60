import type { EvmChain } from "../../chains/evm.ts";
import { requireChain } from "../../parts.ts";
import { paymentsBetween, storedNonce } from "../../persistence/outbound.ts";
import { cancelReverted } from "./cancelReverted.ts";
import { broadcast } from "./broadcast.ts";
import { isolateFailure } from "../isolateFailure.ts";
import { isBackedOff, backOff, type SolverParts } from "../memory.ts";
import { RESEND_MS } from "../settings.ts";

const AT_ONCE = 50; // transactions; one node may have forgotten everything

/**
 * A reorganisation can take a payment back that was settled long ago; then its nonce is free again, and its receiver would wait
 * until the next payment needs that nonce. So the chain is asked every quarter of a minute for the account's nonce, which costs
 * one call however many payments there were, and what is missing is broadcast.
 */
export async function resendUndone(parts: SolverParts, chainId: number): Promise<void> {
  const key = `undone ${chainId}`;
  if (isBackedOff(parts, key)) return;
  backOff(parts, key, RESEND_MS);
  const chain = requireChain(parts.evm, chainId);
  const next = await storedNonce(parts.store, chainId);
  if (next === undefined) return;
  const mined = await chain.minedNonce(parts.keys.solverEvmAddress, 1);
  if (mined < next) await rebroadcastSettled(parts, chain, mined, next);
}

/**
 * Hands over what was settled under the nonces from `mined` to before `next`: always the transaction that was in a block, as it
 * was stored, so that two of a payment can never be valid. What was settled as reverted is never sent again, because it might
 * pay now what was given back: its nonce is used up otherwise. Open payments are sendPayments' own.
 */
export async function rebroadcastSettled(
  parts: SolverParts,
  chain: EvmChain,
  mined: number,
  next: number,
): Promise<void> {
  const missing = await paymentsBetween(parts.store, chain.id, mined, next, AT_ONCE);
  for (const payment of missing) {
    const { outbound, attempts } = payment;
    const stored = attempts.find(({ hash }) => hash === outbound.hash) ?? attempts.at(-1);
    if (outbound.state === "open" || !stored) continue;
    const { id, kind, state } = outbound;
    parts.log.info("network.payment_undone", { payment: id, kind, chain: chain.id, hash: stored.hash });
    const resend = () =>
      state === "reverted" ? cancelReverted(parts, chain, payment) : broadcast(parts, chain, stored);
    if (!(await isolateFailure(parts, { payment: id }, resend))) return;
    parts.memory.heads.delete(chain.id); // the next one was delayed by this, and is not stuck
  }
}
