import type { Write } from "../../db/driver.ts";
import type { Instant } from "../../time.ts";
import type { Observation } from "../decide.ts";
import { bookPayment } from "../ledger/book.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import { requireChain } from "../parts.ts";
import { depositsMovedBy, moveDeposit, type Custody } from "../store/custody.ts";
import { closeOutbound, type OpenPayment, type Outbound } from "../store/outbound.ts";
import { requestById } from "../store/requests.ts";
import type { Ending } from "./followPayments.ts";
import { putOff, type SolverParts } from "./memory.ts";
import { CERTAIN_MS } from "./settings.ts";

/** Closes a payment that is in a block, tells its request, and notes where the money that it moved lies now: one commit. */
export async function settlePayment(
  parts: SolverParts,
  { outbound }: OpenPayment,
  { hash, receipt }: Ending,
): Promise<void> {
  const { store, clock, log } = parts;
  const at = clock();
  const done = receipt.success || (await isRefundedElsewhere(parts, outbound));
  const state = done ? "included" : "reverted";
  const outcome = { state, hash, fee: receipt.fee, at } as const;
  await store.commit([
    ...(await requestWrites(parts, outbound, outcomeFor(outbound.kind, hash, done, at))),
    ...(await custodyWrites(parts, outbound, done)),
    ...(await bookPayment(parts, outbound, outcome)),
    closeOutbound(store, outbound.id, outcome),
  ]);
  const { id, requestId, kind, amount, chainId } = outbound;
  const data = { payment: id, request: requestId, chain: chainId, hash, amount: String(amount) };
  if (done || kind === "fill" || kind === "permit") return log.info(`network.${kind}_${state}`, data);
  putOff(parts, `refund ${requestId}`, CERTAIN_MS); // it is signed anew, but not at once
  log.error(`network.${kind}_${state}`, data);
}

/** Anybody who sees a refund's order may hand it in first; then ours reverts, and the refund has been paid all the same. */
async function isRefundedElsewhere(
  { evm, contracts }: SolverParts,
  { kind, requestId, chainId }: Outbound,
): Promise<boolean> {
  if (kind !== "refund" || requestId === null) return false;
  return requireChain(evm, chainId).isOrderUsed(contracts.Depository, BigInt(requestId));
}

async function requestWrites(
  { store }: SolverParts,
  { requestId }: Outbound,
  seen: Observation | undefined,
): Promise<readonly Write[]> {
  const request = seen && requestId !== null ? await requestById(store, requestId) : undefined;
  return request && seen ? draftWrites(store, observe(draftOf(request), seen).draft) : [];
}

function outcomeFor(kind: string, hash: string, done: boolean, at: Instant): Observation | undefined {
  if (kind === "fill") return { kind: done ? "fill-included" : "fill-reverted", hash, at };
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
