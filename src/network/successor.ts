import type { Offer } from "./fillRules.ts";
import {
  sameKey,
  type BridgeRequest,
  type CurrencyKey,
  type Deposit,
  type ShownState,
  type Successor,
} from "./request.ts";

/** What a superseded request shows of its successor. */
export type SuccessorProgress = Readonly<{ successor: Successor }> &
  Pick<BridgeRequest, "sighted" | "fill" | "refund" | "failReason" | "refundFailReason">;

/** A request that has no successor any more. */
export const NO_PROGRESS = {
  successor: undefined,
  sighted: undefined,
  fill: undefined,
  refund: undefined,
  failReason: undefined,
  refundFailReason: undefined,
} as const;

/** How far a request is, for the one that it stands in for. */
export function progressOf(child: BridgeRequest): SuccessorProgress {
  const { id, deposit, fill, refund, failReason, refundFailReason } = child;
  const successor = { id, state: shownState(child) };
  return { successor, sighted: deposit?.txHash, fill, refund, failReason, refundFailReason };
}

/** The state that clients see. */
export function shownState({ state, successor }: Pick<BridgeRequest, "state" | "successor">): ShownState {
  if (state !== "superseded") return state;
  return successor?.state ?? "waiting"; // it has one, or its row is refused
}

/** True when the request shows all of it already. */
export function showsAll(request: BridgeRequest, news: SuccessorProgress): boolean {
  return (
    request.successor?.state === news.successor.state &&
    request.sighted === news.sighted &&
    request.fill?.hash === news.fill?.hash &&
    request.refund?.hash === news.refund?.hash &&
    request.failReason === news.failReason &&
    request.refundFailReason === news.refundFailReason
  );
}

/**
 * A deposit below this part of the quoted amount is dust, which any account can send, so it must not end a
 * request.
 */
export const DUST_SHARE = 100n;

/**
 * True when a further deposit to a request's address has come in the place of the quoted one: in another currency or on another
 * chain, and worth a hundredth of what was quoted at least. The offer is the deposit's own, at the prices of now, so both are
 * compared in destination units. An heir has come in that place by definition.
 */
export function takesPlaceOf(
  { origin, floor }: BridgeRequest,
  child: BridgeRequest,
  deposit: Deposit,
  { worth }: Offer,
): boolean {
  if (child.floor) return true;
  return !sameKey(origin, deposit) && worth > 0n && worth * DUST_SHARE >= (floor?.output ?? 0n);
}

/**
 * True for a further deposit that clients are pointed to: one worth a hundredth of what was quoted at least. Of another currency
 * the worth is what it was promised to bring.
 */
export function isWorthFollowing(
  { origin, input, output }: Readonly<{ origin: CurrencyKey; input: bigint; output: bigint }>,
  deposit: CurrencyKey & Readonly<{ amount: bigint }>,
  promised: bigint,
): boolean {
  if (sameKey(origin, deposit)) return deposit.amount * DUST_SHARE >= input;
  return promised > 0n && promised * DUST_SHARE >= output;
}
