import type { Write } from "../../../database/driver.ts";
import { HOUR_MS, type Instant } from "../../../values/time.ts";
import type { Observation } from "../../decide.ts";
import { bookPayment } from "../../ledger/book.ts";
import type { Receipt } from "../../chains/evm.ts";
import { requireChain } from "../../parts.ts";
import { depositsMovedBy, moveDeposit, type Custody } from "../../persistence/custody.ts";
import { broughtBy, readStoredSwap } from "../../pools/storedSwap.ts";
import { closeOutbound, type OpenPayment, type Outbound } from "../../persistence/outbound.ts";
import { requestById } from "../../persistence/requests.ts";
import { readDepositoryOrder } from "./depositoryOrder.ts";
import { chargeExecution, executionById, executionOfPayment } from "../../persistence/executions.ts";
import { chargeOf } from "../../sponsors/cost.ts";
import { paysRequest } from "../../sponsors/paysRequest.ts";
import { failedOperation } from "../../sponsors/userOperations.ts";
import { isCancellation } from "./cancelReverted.ts";
import type { Ending } from "./ending.ts";
import { lasts, backOff, usedKey, type SolverParts } from "../memory.ts";
import { outcomeWrites } from "../outcome.ts";
import { CERTAIN_MS } from "../settings.ts";
import { readOrder } from "./signPayment.ts";

/** An order counts as never submitted this long after its deadline: a chain's clock may be behind ours. */
const AFTER_TIME_MS = HOUR_MS;
/** What may revert although nothing is wrong: the world has changed since it was tried. */
const MAY_REVERT: ReadonlySet<string> = new Set(["fill", "permit", "rebalance", "execute"]);

/**
 * Closes a payment that is in a block, updates its request, and records the new place of the money: one
 * commit. False when its result is not known yet.
 */
export async function settlePayment(
  parts: SolverParts,
  { outbound, attempts }: OpenPayment,
  { hash, receipt }: Ending,
): Promise<boolean> {
  const { store, clock, log } = parts;
  const { id, requestId, kind, amount, chainId } = outbound;
  const landed = attempts.find((attempt) => attempt.hash === hash);
  const isCancelled = landed !== undefined && isCancellation(parts, landed);
  const isUndone = kind === "permit" && isCancelled; // it never was handed in
  const state = receipt.success && !isUndone ? "included" : await stateOfReverted(parts, outbound);
  if (state === "open") return false;
  const done = state === "included";
  const at = clock();
  const swap = done ? readStoredSwap(outbound.order) : undefined;
  const brought = swap && broughtBy(swap, receipt.logs);
  const outcome = { state, hash, fee: receipt.fee, at, brought } as const;
  const paid = swap && brought !== undefined ? amount - swap.expected + brought : undefined;
  const execution =
    kind === "execute"
      ? await executionOutcome(parts, { outbound, attempts }, receipt, isCancelled)
      : undefined;
  const seen = execution ? execution.seen : outcomeFor(kind, { hash, done, at, paid });
  await store.commit([
    ...(seen ? await outcomeWrites(parts, requestId, seen) : []),
    ...(await custodyWrites(parts, outbound, done)),
    ...(execution?.writes ?? []),
    ...(await bookPayment(parts, outbound, outcome)),
    closeOutbound(store, id, outcome),
  ]);
  const data = { payment: id, request: requestId, chain: chainId, hash, amount: String(amount) };
  const isUsual = done || MAY_REVERT.has(kind);
  log[isUsual ? "info" : "error"](`network.${kind}_${state}`, data);
  if (!isUsual) backOff(parts, `refund ${requestId}`, CERTAIN_MS); // it is signed anew, but not at once
  return true;
}

/**
 * An order of the depository can be submitted by any observer first; then ours reverts, and the payment is
 * made all the same, once the chain has shown that for a while. A refund that was not submitted is signed
 * anew with the same nonce. A withdrawal would get another nonce, and both could be submitted: so the old
 * one has to expire first.
 */
async function stateOfReverted(
  parts: SolverParts,
  outbound: Outbound,
): Promise<"included" | "reverted" | "open"> {
  const { evm, contracts, memory, clock } = parts;
  const { id, kind, chainId } = outbound;
  if (kind !== "refund" && kind !== "withdraw") return "reverted";
  const { nonce, expiresAt } = readDepositoryOrder(readOrder(outbound).call);
  if (await requireChain(evm, chainId).agreed.isOrderUsed(contracts.Depository, nonce)) {
    return lasts(parts, usedKey(id), CERTAIN_MS) ? "included" : "open";
  }
  memory.doubted.delete(usedKey(id));
  if (kind === "refund" || clock() > expiresAt + AFTER_TIME_MS) return "reverted";
  memory.alarms.raise("network.withdrawal_reverted", id, { payment: id, chain: chainId, expiresAt });
  return "open";
}

/**
 * What a call for an application cost, and what that means for the quote that was to be paid by it and whose status shows it: a
 * call that failed is told, and one that paid something else is forgotten.
 */
async function executionOutcome(
  { store, clock, contracts }: SolverParts,
  { outbound: { id, requestId }, attempts }: OpenPayment,
  { success, logs, fee }: Receipt,
  isCancelled: boolean,
): Promise<Readonly<{ seen: Observation | undefined; writes: readonly Write[] }>> {
  const execution = await executionById(store, executionOfPayment(id));
  if (!execution) throw new Error(`Payment ${id} is a call that is not in the database. Restore a backup.`);
  const wrong = isCancelled
    ? "given up: the chain refused it, or its gas costs more than the API key may spend"
    : failedOperation(logs)
      ? "operation failed"
      : null;
  const failure = success ? wrong : "reverted";
  const writes = [chargeExecution(store, execution.id, { charged: chargeOf(execution, fee), failure })];
  const request = requestId === null ? undefined : await requestById(store, requestId);
  const isShown = request && attempts.some(({ hash }) => hash === request.sighted);
  if (!isShown) return { writes, seen: undefined };
  const at = clock();
  if (failure !== null) return { writes, seen: { kind: "execution-reverted", hash: "", at } };
  const isPaid = paysRequest(contracts, request.id, logs);
  return { writes, seen: isPaid ? undefined : { kind: "deposit-sighted", hash: undefined, at } };
}

type Seen = Readonly<{ hash: string; done: boolean; at: Instant; paid: bigint | undefined }>;

function outcomeFor(kind: string, { hash, done, at, paid }: Seen): Observation | undefined {
  if (kind === "fill" && !done) return { kind: "fill-reverted", hash, at };
  if (kind === "fill") return { kind: "fill-included", hash, at, ...(paid !== undefined && { paid }) };
  if (kind === "refund" && done) return { kind: "refund-included", hash, at };
  if (kind === "permit" && !done) return { kind: "deposit-sighted", hash: undefined, at };
  return undefined;
}

/** Where the money is after a sweep or a withdrawal, and where it stayed when that reverted. */
const MOVES: Readonly<Record<string, Readonly<{ from: Custody; to: Custody }>>> = {
  sweep: { from: "address", to: "depository" },
  withdraw: { from: "depository", to: "home" },
};

async function custodyWrites(
  { store }: SolverParts,
  { id, kind }: Outbound,
  done: boolean,
): Promise<readonly Write[]> {
  const move = MOVES[kind];
  if (!move) return [];
  const moved = await depositsMovedBy(store, id);
  return moved.map((row) => moveDeposit(store, row, done ? move.to : move.from, done ? id : null));
}
