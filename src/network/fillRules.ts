import type { Instant } from "../time.ts";
import { isAsQuoted, sameKey, type BridgeRequest, type Deposit, type FailReason } from "./request.ts";

/**
 * The bridge of the actual deposit at the prices and fees of now, in destination units: what it would bring, what the deposit
 * is worth before fees, and what of that is the service's own fee (without gas and the shares of applications). `capacity` is
 * what the solver can still give.
 */
export type Offer = Readonly<{
  output: bigint;
  worth: bigint;
  fee: bigint;
  capacity: bigint;
  quote: unknown;
}>;

/** A deposit of another amount than quoted is bridged while at least these three quarters of it arrive. */
const LEAST_SHARE = { parts: 3n, of: 4n } as const;

/** What the recipient gets of an offer, in destination units: the whole output, or exactly the promised one. */
export function fillAmount({ tradeType, floor, deposit }: BridgeRequest, offer: Offer): bigint {
  const exact = tradeType === "EXACT_OUTPUT" && floor && deposit && deposit.amount >= floor.input;
  return exact ? floor.output : offer.output;
}

/** Why a deposit is given back and not filled with `amount`; undefined when it is fit for its fill. */
export function whyNotFilled(
  request: BridgeRequest,
  deposit: Deposit,
  offer: Offer,
  amount: bigint,
  at: Instant,
): FailReason | undefined {
  const { expiresAt, floor } = request;
  if (expiresAt !== undefined && at > expiresAt) return "TTL_EXPIRED";
  const misfit = whyNotTheOrder(request, deposit);
  if (misfit) return misfit;
  if (offer.output <= 0n && !asksForNothing(request)) return "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL";
  if (floor && (isAsQuoted(request, deposit) || amount === floor.output)) {
    // An exact output may cost more than it did: up to the service's own fee. So a quote is never an option at its cost,
    // however long it lies about (decision 10).
    const borne = request.tradeType === "EXACT_OUTPUT" ? offer.fee : 0n;
    if (offer.output + borne < floor.output) return "SLIPPAGE";
  } else if (offer.output * LEAST_SHARE.of < offer.worth * LEAST_SHARE.parts) {
    return "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL"; // the flat part of the fees would eat it
  }
  return amount > offer.capacity ? "SOLVER_BALANCE_TOO_LOW" : undefined;
}

/** A strict order takes one deposit, in its own currency and of at least its amount; calls and exact outputs need the same. */
function whyNotTheOrder(request: BridgeRequest, deposit: Deposit): FailReason | undefined {
  const { floor, strict, tradeType, calls, origin, parent } = request;
  if (!strict && tradeType !== "EXACT_OUTPUT" && calls.length === 0) return undefined;
  if (deposit.chainId !== origin.chainId) return "DEPOSIT_CHAIN_MISMATCH";
  if (!sameKey(deposit, origin)) return "INCORRECT_DEPOSIT_CURRENCY";
  if (parent !== undefined || !floor) return "DOUBLE_SPEND"; // a further deposit is nobody's order
  return deposit.amount < floor.input ? "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL" : undefined;
}

/** Calls without a value bring nothing but themselves (interface specification 4.1). */
function asksForNothing({ calls, floor }: BridgeRequest): boolean {
  return calls.length > 0 && floor?.output === 0n;
}

/**
 * What a fill leaves over of its deposit, in smallest units of the deposit: an exact output costs what was quoted, and what came
 * on top of that goes back. Zero for every other request.
 */
export function excessOf({
  tradeType,
  floor,
  deposit,
}: Pick<BridgeRequest, "tradeType" | "floor" | "deposit">): bigint {
  return tradeType === "EXACT_OUTPUT" && floor && deposit && deposit.amount > floor.input
    ? deposit.amount - floor.input
    : 0n;
}
