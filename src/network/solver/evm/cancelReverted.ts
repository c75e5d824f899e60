import { parseTransaction, type Hex } from "viem";
import { signEvm, type EvmCall, type EvmChain } from "../../chains/evm.ts";
import { bookPayment } from "../../ledger/book.ts";
import { requireChain } from "../../parts.ts";
import {
  insertAttempt,
  paymentsBetween,
  storedNonce,
  type Attempt,
  type OpenPayment,
} from "../../persistence/outbound.ts";
import { replacementFees } from "./replacementFees.ts";
import { endingOf, type Ending } from "./ending.ts";
import { gasLimit } from "./gas.ts";
import { broadcast } from "./broadcast.ts";
import { isolateFailure } from "../isolateFailure.ts";
import type { SolverParts } from "../memory.ts";
import { readOrder } from "./signPayment.ts";

const PLAIN_GAS = 21_000n;
const WATCHED = 200; // of the newest nonces: reorganisations take back what is new

/**
 * Uses up the nonce of a payment that must not be made any more: one that was settled as reverted and that a reorganisation took
 * back, whose money has been given back or signed anew, or a call that the chain does not take (replaceStuck.ts). A transaction with higher fees that moves nothing takes its place, an attempt of the same
 * payment like any other, stored before it is sent. One that is stuck is replaced by one with higher fees.
 */
export async function cancelReverted(
  parts: SolverParts,
  chain: EvmChain,
  { outbound, attempts }: OpenPayment,
  event = "network.reverted_payment_cancelled",
): Promise<void> {
  const { settings, keys, store, clock, log, memory } = parts;
  const latest = attempts.at(-1);
  if (!latest) return;
  const isCancelled = isCancellation(parts, latest);
  if (isCancelled && clock() - latest.createdAt < settings.solver.stuckMs)
    return broadcast(parts, chain, latest);
  const { id } = outbound;
  const fees = replacementFees(latest.raw as Hex, await chain.gasFees(), settings.solver.maxGasPrice); // signed by us
  if (!fees) {
    memory.alarms.raise("network.payment_at_highest_price", id, { payment: id, chain: chain.id });
    return isCancelled ? broadcast(parts, chain, latest) : undefined;
  }
  const nothing: EvmCall = { to: keys.solverEvmAddress, value: 0n, data: "0x" };
  const tried = await chain.simulate(keys.solverEvmAddress, nothing);
  const gas = (tried.reverts ? undefined : gasLimit(tried.gas, "payment")) ?? PLAIN_GAS;
  const { nonce } = readOrder(outbound);
  const signed = await signEvm(keys.solverEvm, { ...nothing, ...fees, gas, chainId: chain.id, nonce });
  const attempt: Attempt = {
    hash: signed.hash,
    raw: signed.raw,
    outboundId: id,
    number: latest.number + 1,
    price: fees.maxFeePerGas,
    createdAt: clock(),
    sentAt: null,
  };
  await store.commit([insertAttempt(store, attempt)]);
  log.warn(event, { payment: id, chain: chain.id, hash: signed.hash });
  await broadcast(parts, chain, attempt);
}

/**
 * Reads again the newest payments that were settled as reverted. One that paid after all, before its nonce
 * was used up, raises an alarm: its deposit may have been refunded too. For the others the fee is booked as
 * it is now.
 */
export async function watchReverted(parts: SolverParts, chainId: number): Promise<void> {
  const chain = requireChain(parts.evm, chainId);
  const next = (await storedNonce(parts.store, chainId)) ?? 0;
  const newest = await paymentsBetween(parts.store, chainId, Math.max(0, next - WATCHED), next, WATCHED);
  for (const payment of newest) {
    const { state, id } = payment.outbound;
    if (state !== "reverted") continue;
    const goOn = await isolateFailure(parts, { payment: id }, async () => {
      const ending = await endingOf(chain, payment);
      if (ending) await tellEnding(parts, payment, ending);
    });
    if (!goOn) return;
  }
}

async function tellEnding(
  parts: SolverParts,
  { outbound, attempts }: OpenPayment,
  { hash, receipt }: Ending,
): Promise<void> {
  const { store, clock, memory } = parts;
  const { id, requestId, kind, chainId, amount } = outbound;
  const landed = attempts.find((attempt) => attempt.hash === hash);
  if (receipt.success && landed && !isCancellation(parts, landed)) {
    const data = { payment: id, request: requestId, kind, chain: chainId, hash, amount: String(amount) };
    return memory.alarms.raise("network.reverted_payment_paid", id, data);
  }
  memory.alarms.clear("network.payment_at_highest_price", id);
  const outcome = { state: "reverted", hash, fee: receipt.fee, at: clock() } as const;
  const writes = await bookPayment(parts, outbound, outcome);
  if (writes.length > 0) await store.commit(writes);
}

/** No payment of ours goes to the solver itself without moving anything. */
export function isCancellation({ keys }: Pick<SolverParts, "keys">, { raw }: Pick<Attempt, "raw">): boolean {
  const { to, value = 0n, data = "0x" } = parseTransaction(raw as Hex); // signed by us
  return to?.toLowerCase() === keys.solverEvmAddress && value === 0n && data === "0x";
}
