import type { Instant } from "../time.ts";
import {
  NEXT,
  isExactly,
  type BridgeRequest,
  type Deposit,
  type FailReason,
  type RequestState,
} from "./request.ts";

/**
 * The bridge of the actual deposit at the prices and fees of now, in destination units: what it would bring, and what the
 * deposit is worth before fees. `capacity` is what the solver can still give.
 */
export type Offer = Readonly<{ output: bigint; worth: bigint; capacity: bigint; quote: unknown }>;

/** A deposit of another amount than quoted is bridged while at least these three quarters of it arrive. */
const LEAST_SHARE = { parts: 3n, of: 4n } as const;

/** Something that was found out about a request. "Could not find out" is none, and changes nothing. */
export type Observation = Readonly<{ at: Instant }> &
  (
    | Readonly<{ kind: "deposit-seen"; deposit: Deposit }>
    | Readonly<{ kind: "deposit-confirmed"; outpoint: string }>
    | Readonly<{ kind: "deposit-undone"; outpoint: string }>
    | Readonly<{ kind: "requoted"; offer: Offer }>
    | Readonly<{ kind: "fill-signed"; hash: string }>
    | Readonly<{ kind: "fill-included"; hash: string }>
    | Readonly<{ kind: "fill-reverted"; hash: string }>
    | Readonly<{ kind: "refund-signed"; txid: string; amount: bigint }>
    | Readonly<{ kind: "refund-included"; txid: string }>
    | Readonly<{ kind: "refund-uneconomic" }>
  );

/** What the shell has to do about a decision, in the same commit or after it. */
export type Effect =
  Readonly<{ kind: "sign-fill"; amount: bigint }> | Readonly<{ kind: "report-loss"; outpoint: string }>;

export type Decision = Readonly<{ request: BridgeRequest; effects: readonly Effect[] }>;

/**
 * What an observation makes of a request. Pure: time arrives inside the observation.
 * News that is repeated, stale or about something else gives the identical request and no effects.
 */
export function decide(request: BridgeRequest, seen: Observation): Decision {
  switch (seen.kind) {
    case "deposit-seen":
      return depositSeen(request, seen.deposit, seen.at);
    case "deposit-confirmed":
      if (request.state !== "waiting" || request.deposit?.outpoint !== seen.outpoint)
        return unchanged(request);
      return move(request, "pending", seen.at);
    case "deposit-undone":
      return depositUndone(request, seen.outpoint, seen.at);
    case "requoted":
      return requoted(request, seen.offer, seen.at);
    case "fill-signed":
      if (request.state !== "filling" || request.fill) return unchanged(request);
      return change(request, { fill: { hash: seen.hash } }, seen.at);
    case "fill-included":
      if (request.state !== "filling" || request.fill?.hash !== seen.hash) return unchanged(request);
      return move(request, "success", seen.at);
    case "fill-reverted":
      if (request.state !== "filling" || request.fill?.hash !== seen.hash) return unchanged(request);
      return giveBack(request, "TRANSACTION_REVERTED", seen.at);
    case "refund-signed":
      if (request.state !== "refunding" || request.refund) return unchanged(request);
      return change(request, { refund: { txid: seen.txid, amount: seen.amount } }, seen.at);
    case "refund-included":
      if (request.state !== "refunding" || request.refund?.txid !== seen.txid) return unchanged(request);
      return move(request, "refund", seen.at);
    case "refund-uneconomic":
      if (request.state !== "refunding" || request.refund) return unchanged(request);
      return move(request, "failure", seen.at, { refundFailReason: "AMOUNT_TOO_LOW_TO_REFUND" });
  }
}

function depositSeen(request: BridgeRequest, deposit: Deposit, at: Instant): Decision {
  const held = request.deposit;
  if (!held) return request.state === "waiting" ? change(request, { deposit }, at) : unchanged(request);
  if (held.outpoint !== deposit.outpoint || held.blockHash === deposit.blockHash) return unchanged(request);
  return change(request, { deposit }, at); // the same output, now in another block
}

function depositUndone(request: BridgeRequest, outpoint: string, at: Instant): Decision {
  if (request.deposit?.outpoint !== outpoint) return unchanged(request);
  switch (request.state) {
    case "waiting":
      return change(request, { deposit: undefined }, at);
    case "pending":
      return move(request, "waiting", at, { deposit: undefined });
    case "refunding":
      // Once a fill or a refund was signed somebody may hold it, so the request never becomes fillable again.
      if (request.fill || request.refund) return unchanged(request);
      return move(request, "waiting", at, { deposit: undefined, failReason: undefined });
    case "filling":
    case "success":
      return { request, effects: [{ kind: "report-loss", outpoint }] }; // the fill stands; the solver bears it
    case "refund":
    case "failure":
      return unchanged(request);
  }
}

function requoted(request: BridgeRequest, offer: Offer, at: Instant): Decision {
  if (request.state !== "pending" || !request.deposit) return unchanged(request);
  const reason = whyNotFilled(request, request.deposit, offer);
  if (reason) return giveBack(request, reason, at);
  const promise = { promised: offer.output, quote: withFill(request.quote, offer.quote) };
  return move(request, "filling", at, promise, [{ kind: "sign-fill", amount: offer.output }]);
}

function whyNotFilled(request: BridgeRequest, deposit: Deposit, offer: Offer): FailReason | undefined {
  if (offer.output <= 0n) return "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL";
  if (request.floor && isExactly(request.floor, deposit)) {
    if (offer.output < request.floor.output) return "SLIPPAGE";
  } else if (offer.output * LEAST_SHARE.of < offer.worth * LEAST_SHARE.parts) {
    return "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL"; // the flat part of the fees would eat it
  }
  return offer.output > offer.capacity ? "SOLVER_BALANCE_TOO_LOW" : undefined;
}

/** Back to refundTo, or into the manual state where nobody was named (interface specification 3, rule 6). */
function giveBack(request: BridgeRequest, failReason: FailReason, at: Instant): Decision {
  if (!request.refundTo) {
    return move(request, "failure", at, { failReason, refundFailReason: "MANUAL_REFUND_REQUIRED" });
  }
  return move(request, "refunding", at, { failReason });
}

function withFill(quote: unknown, fill: unknown): unknown {
  return { ...(typeof quote === "object" && quote !== null ? quote : {}), fill };
}

function move(
  request: BridgeRequest,
  state: RequestState,
  at: Instant,
  facts: Partial<BridgeRequest> = {},
  effects: readonly Effect[] = [],
): Decision {
  if (!NEXT[request.state].includes(state)) return unchanged(request);
  return { request: { ...request, ...facts, state, updatedAt: at }, effects };
}

function change(request: BridgeRequest, facts: Partial<BridgeRequest>, at: Instant): Decision {
  return { request: { ...request, ...facts, updatedAt: at }, effects: [] };
}

function unchanged(request: BridgeRequest): Decision {
  return { request, effects: [] };
}
