import type { Instant } from "../values/time.ts";
import { excessOf, fillAmount, fillRefusal, type Offer } from "./fillRules.ts";
import { refundTarget } from "./refundTarget.ts";
import {
  NEXT,
  type BridgeRequest,
  type Deposit,
  type FailReason,
  type Hold,
  type RequestState,
} from "./request.ts";
import { NO_PROGRESS, showsAll, type SuccessorProgress } from "./successor.ts";

/** Something that was found out about a request. "Could not find out" is none, and changes nothing. */
export type Observation = Readonly<{ at: Instant }> &
  (
    | Readonly<{ kind: "deposit-sighted"; hash: string | undefined }> // undefined: it is gone from the mempool
    | Readonly<{ kind: "deposit-seen"; deposit: Deposit }>
    | Readonly<{ kind: "deposit-confirmed"; id: string }>
    | Readonly<{ kind: "deposit-undone"; id: string }>
    | Readonly<{ kind: "deposit-lost"; id: string }> // undone, and neither in a block nor waiting for one since
    | Readonly<{ kind: "requoted"; offer: Offer }>
    | Readonly<{ kind: "not-fillable"; reason: FailReason }>
    | Readonly<{ kind: "fill-signed"; hash: string }>
    | Readonly<{ kind: "fill-included"; hash: string; paid?: bigint }> // where it is not what was promised: pools brought it
    | Readonly<{ kind: "fill-reverted"; hash: string }>
    | Readonly<{ kind: "refund-signed"; hash: string; amount: bigint }>
    | Readonly<{ kind: "refund-included"; hash: string }>
    | Readonly<{ kind: "refund-uneconomic" }>
    | Readonly<{ kind: "refund-redirected"; to: string | undefined }> // to the recovery address; undefined: there is none
    | Readonly<{ kind: "refund-ordered"; to: string }>
    | Readonly<{ kind: "held"; by: Hold; reason: string; promised?: bigint }>
    | Readonly<{ kind: "hold-decided" } & HoldDecision>
    | Readonly<{ kind: "executed"; deposit: Deposit; output: bigint }>
    | Readonly<{ kind: "execution-reverted"; hash: string }>
    | Readonly<{ kind: "order-expired" }>
    | Readonly<{ kind: "successor-seen"; news: SuccessorProgress }> // what came in the place of the quoted deposit, and how far it is
    | Readonly<{ kind: "successor-undone"; id: string }>
  );

/** What an operator decides about a held payment; `to` is where a refund goes, if not to the address of the quote. */
export type HoldDecision = Readonly<{
  decision: "serve" | "refund";
  to: string | undefined;
  by: string;
  reason: string;
}>;

/** What the shell has to do about a decision, in the same commit or after it. */
export type Effect =
  | Readonly<{ kind: "sign-fill"; amount: bigint }>
  | Readonly<{ kind: "refund-excess"; amount: bigint }> // of the deposit, in its currency: a child request carries it
  | Readonly<{ kind: "report-loss"; id: string }>;

export type Decision = Readonly<{ request: BridgeRequest; effects: readonly Effect[] }>;

/**
 * What an observation makes of a request. Pure: time arrives inside the observation.
 * News that is repeated, stale or about something else gives the identical request and no effects.
 */
export function decide(request: BridgeRequest, seen: Observation): Decision {
  switch (seen.kind) {
    case "deposit-sighted":
      if (request.state !== "waiting" || request.deposit || request.sighted === seen.hash)
        return unchanged(request);
      return change(request, { sighted: seen.hash }, seen.at);
    case "deposit-seen":
      return depositSeen(request, seen.deposit, seen.at);
    case "deposit-confirmed":
      if (request.state !== "waiting" || request.deposit?.id !== seen.id) return unchanged(request);
      return move(request, "pending", seen.at);
    case "deposit-undone":
      return depositUndone(request, seen.id, seen.at);
    case "deposit-lost":
      return depositLost(request, seen.id, seen.at);
    case "requoted":
      return requoted(request, seen.offer, seen.at);
    case "not-fillable":
      if (request.state !== "pending" || needsDecision(request)) return unchanged(request);
      return startRefund(request, seen.reason, seen.at);
    case "fill-signed": // once more for a replacement of a stuck transaction
      if (request.state !== "filling" || request.fill?.hash === seen.hash) return unchanged(request);
      return change(request, { fill: { hash: seen.hash } }, seen.at);
    case "fill-included": // any of the fill's transactions: replacements use up the same nonce or coins
      if (request.state !== "filling" || !request.fill) return unchanged(request);
      return fillIncluded(request, seen);
    case "fill-reverted":
      if (request.state !== "filling" || !request.fill) return unchanged(request);
      return startRefund({ ...request, fill: { hash: seen.hash } }, "TRANSACTION_REVERTED", seen.at);
    case "refund-signed":
      if (request.state !== "refunding" || request.refund?.hash === seen.hash) return unchanged(request);
      return change(request, { refund: { hash: seen.hash, amount: seen.amount }, held: undefined }, seen.at);
    case "refund-included":
      if (request.state !== "refunding" || !request.refund) return unchanged(request);
      return move(request, "refund", seen.at, { refund: { ...request.refund, hash: seen.hash } });
    case "refund-uneconomic":
      if (request.state !== "refunding" || request.refund) return unchanged(request);
      return move(request, "failure", seen.at, { refundFailReason: "AMOUNT_TOO_LOW_TO_REFUND" });
    case "refund-redirected":
      return refundRedirected(request, seen.to, seen.at);
    case "refund-ordered":
      return refundOrdered(request, seen.to, seen.at);
    case "held":
      return hold(request, seen);
    case "hold-decided":
      return holdDecided(request, seen, seen.at);
    case "executed":
      return executed(request, seen.deposit, seen.output, seen.at);
    case "order-expired":
      if (request.method !== "desk" || request.state !== "waiting") return unchanged(request);
      return move(request, "failure", seen.at, { failReason: "ORDER_EXPIRED" });
    case "successor-seen":
      return successorSeen(request, seen.news, seen.at);
    case "successor-undone":
      if (request.successor?.id !== seen.id) return unchanged(request);
      return move(request, "waiting", seen.at, NO_PROGRESS);
    case "execution-reverted":
      if (request.state !== "waiting" || request.deposit) return unchanged(request);
      if (request.method !== "direct") return callReverted(request, seen.at);
      return move(request, "failure", seen.at, {
        failReason: "EXECUTION_REVERTED",
        fill: { hash: seen.hash },
      });
  }
}

/** The service submitted the user's call and it did nothing. The quote can still be paid in another way. */
function callReverted(request: BridgeRequest, at: Instant): Decision {
  return change(request, { sighted: undefined, failReason: "EXECUTION_REVERTED" }, at);
}

function depositSeen(request: BridgeRequest, deposit: Deposit, at: Instant): Decision {
  const held = request.deposit;
  if (!held)
    return request.state === "waiting"
      ? change(request, { deposit, failReason: undefined }, at)
      : unchanged(request);
  if (held.id !== deposit.id) return unchanged(request);
  // A lost deposit is back, and with it the refund that was signed for it.
  if (isLost(request)) return move(request, "refunding", at, { deposit });
  if (held.blockHash === deposit.blockHash) return unchanged(request);
  return change(request, { deposit }, at); // the same transfer, now in another block
}

function depositUndone(request: BridgeRequest, id: string, at: Instant): Decision {
  if (request.deposit?.id !== id) return unchanged(request);
  switch (request.state) {
    case "waiting":
      return change(request, { deposit: undefined }, at);
    case "pending":
      return move(request, "waiting", at, { deposit: undefined });
    case "refunding":
      // Once a fill or a refund was signed, a copy may be in circulation, so the request never becomes
      // fillable again.
      if (request.fill || request.refund) return unchanged(request);
      return move(request, "waiting", at, { deposit: undefined, failReason: undefined });
    case "filling":
    case "success":
      return { request, effects: [{ kind: "report-loss", id }] }; // the fill stands; the solver bears it
    case "refund":
    case "failure":
    case "superseded": // it has no deposit
      return unchanged(request);
  }
}

/**
 * A deposit that cannot return, because its coins were spent otherwise. A request that waits records it and
 * continues to wait. A signed refund of it can never be in a block, so it is not waited for.
 */
function depositLost(request: BridgeRequest, id: string, at: Instant): Decision {
  const { state, deposit, failReason, refund } = request;
  if (state === "waiting" && !deposit && failReason === undefined)
    return change(request, { failReason: "DOUBLE_SPEND" }, at);
  if (state === "refunding" && refund && deposit?.id === id)
    return move(request, "failure", at, { failReason: "DEPOSIT_REORGED" });
  return unchanged(request);
}

/** Once superseded, a request only shows what becomes of its successor. It takes no deposit of its own any more. */
function successorSeen(request: BridgeRequest, news: SuccessorProgress, at: Instant): Decision {
  if (news.successor.state === "waiting" || request.parent !== undefined) return unchanged(request);
  if (!request.successor) return request.deposit ? unchanged(request) : move(request, "superseded", at, news);
  if (request.successor.id !== news.successor.id || showsAll(request, news)) return unchanged(request);
  return change(request, news, at);
}

function isLost({ state, failReason, refund }: BridgeRequest): boolean {
  return state === "failure" && failReason === "DEPOSIT_REORGED" && refund !== undefined;
}

function requoted(request: BridgeRequest, offer: Offer, at: Instant): Decision {
  if (request.state !== "pending" || needsDecision(request) || !request.deposit) return unchanged(request);
  const amount = fillAmount(request, offer);
  const reason = fillRefusal(request, request.deposit, offer, amount, notBefore(request, at));
  if (reason) return startRefund(request, reason, at);
  const promise = { promised: amount, taken: offer.taken, quote: withFill(request.quote, offer.quote) };
  return move(request, "filling", at, promise, [{ kind: "sign-fill", amount }]);
}

/** Only now something is left over: had the fill failed, the whole deposit would go back. */
function fillIncluded(
  request: BridgeRequest,
  { hash, at, paid = request.promised }: Readonly<{ hash: string; at: Instant; paid?: bigint }>,
): Decision {
  const amount = excessOf(request);
  const effects: readonly Effect[] = amount > 0n ? [{ kind: "refund-excess", amount }] : [];
  return move(request, "success", at, { fill: { hash }, promised: paid }, effects);
}

/**
 * Back to refundTo, or into the manual state without a refund address (interface specification 3, rule 6).
 */
function startRefund(request: BridgeRequest, failReason: FailReason, at: Instant): Decision {
  const facts = { failReason, fill: request.fill };
  const refundTo = refundTarget(request);
  if (!refundTo) {
    return move(request, "failure", at, { ...facts, refundFailReason: "MANUAL_REFUND_REQUIRED" });
  }
  return move(request, "refunding", at, { ...facts, refundTo });
}

/** The refund cannot be paid to its address. Once one is signed it may be in circulation, so it is never paid to another. */
function refundRedirected(request: BridgeRequest, to: string | undefined, at: Instant): Decision {
  const isOpen = request.state === "refunding" && !request.refund && !needsDecision(request);
  if (!isOpen || request.refundTo === to) return unchanged(request);
  if (to !== undefined) return change(request, { refundTo: to }, at);
  return move(request, "failure", at, { refundFailReason: "MANUAL_REFUND_REQUIRED" });
}

/** An operator names the receiver of a refund without a known one. */
function refundOrdered(request: BridgeRequest, to: string, at: Instant): Decision {
  const stuck =
    request.state === "failure" && request.deposit && !request.refund && request.method !== "direct";
  if (!stuck) return unchanged(request);
  const failReason = request.failReason ?? "MANUAL_ADMIN_REFUND";
  return move(request, "refunding", at, { refundTo: to, refundFailReason: undefined, failReason });
}

/** Whether a payment waits for the operator. What a daily limit holds goes on by itself, or ends as any other. */
function needsDecision({ held }: BridgeRequest): boolean {
  return held !== undefined && held !== "limit";
}

/** What waits keeps what it is promised: a further deposit was promised nothing before. */
function hold(
  request: BridgeRequest,
  { by, at, promised }: Extract<Observation, { kind: "held" }>,
): Decision {
  if (!canBeHeld(request, by)) return unchanged(request);
  return change(request, { held: by, promised: request.promised ?? promised }, at);
}

/** Nothing is held back that was signed. A check may hold what the limit holds already, and not the other way round. */
function canBeHeld({ state, held, refund }: BridgeRequest, by: Hold): boolean {
  const isFree = held === undefined || (held === "limit" && by !== "limit");
  return isFree && (state === "pending" || (state === "refunding" && !refund));
}

/** The payment goes on, or the deposit goes back. What was decided once is not decided again. */
function holdDecided(request: BridgeRequest, { decision, to }: HoldDecision, at: Instant): Decision {
  if (!needsDecision(request)) return unchanged(request);
  const free = { held: undefined, ...(to !== undefined && { refundTo: to }) };
  if (decision === "serve") return change(request, { held: undefined }, at);
  if (request.state === "refunding") return change(request, free, at);
  const failReason = "MANUAL_ADMIN_REFUND";
  return to === undefined
    ? startRefund(request, failReason, at)
    : move(request, "refunding", at, { ...free, failReason });
}

/** The user's own transaction brought the output: deposit and fill are one. */
function executed(request: BridgeRequest, deposit: Deposit, output: bigint, at: Instant): Decision {
  const isOpen = request.state === "waiting" || request.failReason === "ORDER_EXPIRED";
  if (!isOpen || request.deposit) return unchanged(request);
  const outcome = { deposit, promised: output, fill: { hash: deposit.txHash }, failReason: undefined };
  return move(request, "success", at, outcome);
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
  const now = { ...request, held: undefined, ...facts, state, updatedAt: notBefore(request, at) };
  return { request: now, effects };
}

function change(request: BridgeRequest, facts: Partial<BridgeRequest>, at: Instant): Decision {
  return { request: { ...request, ...facts, updatedAt: notBefore(request, at) }, effects: [] };
}

/**
 * The moment, or the request's own last one when the clock was set back since: what came too late (ttl) stays too late, and
 * updates are in order. Only what the request itself has seen counts, so a clock that once ran ahead harms no other request.
 */
function notBefore({ updatedAt }: BridgeRequest, at: Instant): Instant {
  return Math.max(at, updatedAt);
}

function unchanged(request: BridgeRequest): Decision {
  return { request, effects: [] };
}
