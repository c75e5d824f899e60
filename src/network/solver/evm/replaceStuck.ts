import type { Hex } from "viem";
import { signEvm, type EvmChain } from "../../chains/evm.ts";
import { insertAttempt, type Attempt, type OpenPayment } from "../../persistence/outbound.ts";
import { replacementFees } from "./replacementFees.ts";
import { broadcast, tellSigned } from "./broadcast.ts";
import { cancelReverted, isCancellation } from "./cancelReverted.ts";
import { raiseHold } from "../../sponsors/raiseHold.ts";
import { isBackedOff, isTaken, backOff, type SolverParts } from "../memory.ts";
import { RESEND_MS } from "../settings.ts";
import { readOrder } from "./signPayment.ts";
import { rebroadcastSettled } from "./undonePayments.ts";

/**
 * The fee bump of EVM payments. Checks the payment with the lowest nonce. It is stuck when it has waited for `stuckMs`, newer blocks
 * came, and none has it: then a transaction below its nonce is missing and is broadcast again, or a transaction with the same nonce
 * and payload and higher fees replaces it. The payments with higher nonces wait for it.
 */
export async function replaceIfStuck(
  parts: SolverParts,
  chain: EvmChain,
  waiting: readonly OpenPayment[],
): Promise<void> {
  const { memory, clock, settings } = parts;
  const payment = waiting.find(({ outbound }) => !isTaken(parts, outbound.id));
  const latest = payment?.attempts.at(-1);
  if (payment && latest && isGivenUp(parts, payment, latest))
    return cancelReverted(parts, chain, payment, "network.refused_call_cancelled");
  if (!payment || !latest || !memory.broadcasts.get(latest.hash)?.taken) {
    memory.heads.delete(chain.id);
    return;
  }
  const head = memory.heads.get(chain.id);
  if (head?.hash !== latest.hash) {
    memory.heads.set(chain.id, { hash: latest.hash, since: clock(), height: await chain.tipHeight() });
    return;
  }
  if (clock() - head.since < settings.solver.stuckMs || (await chain.tipHeight()) <= head.height) return;
  if (await fillGap(parts, chain, payment)) return;
  await replace(parts, chain, payment, latest);
}

/**
 * Whether a permit or an application's call was cancelled already, or such a call must be now. Chains refuse a call with
 * authorizations (EIP-7702) while a signer has pending transactions of its own. The signer can keep that up without end, and all
 * payments with higher nonces would wait.
 */
function isGivenUp(
  parts: SolverParts,
  { outbound }: Pick<OpenPayment, "outbound">,
  latest: Attempt,
): boolean {
  const { memory, clock, settings } = parts;
  if (outbound.kind !== "execute" && outbound.kind !== "permit") return false;
  if (isCancellation(parts, latest)) return true;
  if (outbound.kind === "permit" || !readOrder(outbound).call.authorizationList) return false;
  const isRefused = memory.broadcasts.get(latest.hash)?.taken === false;
  return isRefused && clock() - latest.createdAt >= settings.solver.stuckMs;
}

/**
 * A transaction of ours below the head may have been lost with its block, after its payment was settled: it is broadcast
 * once more, as it was stored. A nonce that no payment has is taken by the next payment (see openRun). True when there is a gap.
 */
async function fillGap(parts: SolverParts, chain: EvmChain, { outbound }: OpenPayment): Promise<boolean> {
  const { nonce } = readOrder(outbound);
  const mined = await chain.minedNonce(parts.keys.solverEvmAddress, 1);
  const about = String(chain.id);
  if (mined >= nonce) {
    parts.memory.alarms.clear("network.nonce_gap", about);
    return false;
  }
  parts.memory.alarms.raise("network.nonce_gap", about, { chain: chain.id, mined, next: nonce });
  if (isBackedOff(parts, `gap ${about}`)) return true;
  backOff(parts, `gap ${about}`, RESEND_MS);
  await rebroadcastSettled(parts, chain, mined, nonce);
  return true;
}

/** A call that would cost its application more than that may spend is given up, so that others need not wait for its nonce. */
async function replace(
  parts: SolverParts,
  chain: EvmChain,
  payment: OpenPayment,
  latest: Attempt,
): Promise<void> {
  const { outbound } = payment;
  const { clock, settings, memory, keys, store, log } = parts;
  const { id, kind } = outbound;
  const fees = replacementFees(latest.raw as Hex, await chain.gasFees(), settings.solver.maxGasPrice); // signed by us
  if (!fees) {
    memory.alarms.raise("network.payment_at_highest_price", id, { payment: id, chain: chain.id });
    return;
  }
  const { call, gas, nonce } = readOrder(outbound);
  const order = { chainId: chain.id, call, gas, gasPrice: fees.maxFeePerGas };
  const hold = kind === "execute" ? await raiseHold(parts, id, order) : [];
  if (!hold) return cancelReverted(parts, chain, payment, "network.call_over_limit_cancelled");
  const signed = await signEvm(keys.solverEvm, { ...call, ...fees, gas, chainId: chain.id, nonce });
  const attempt: Attempt = {
    hash: signed.hash,
    raw: signed.raw,
    outboundId: id,
    number: latest.number + 1,
    price: fees.maxFeePerGas,
    createdAt: clock(),
    sentAt: null,
  };
  const told = await tellSigned(parts, outbound, signed.hash);
  await store.commit([...told, ...hold, insertAttempt(store, attempt)]);
  log.warn("network.payment_replaced", { payment: id, kind, old: latest.hash, hash: signed.hash });
  await broadcast(parts, chain, attempt);
}
