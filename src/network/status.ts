import type { BridgeRequest, Deposit, ShownState } from "./request.ts";
import { shownState } from "./successor.ts";

/**
 * The detail of a status. `contract` (the default) has the statuses of interface specification 3: waiting
 * until the deposit is confirmed and indexed, then pending. `public` adds those of public services of this
 * kind: pending from the mempool on, depositing while a permit is executed, submitted once the fill is
 * sent.
 */
export type StatusDetail = "contract" | "public";

/** The inputs of a status; stored for every change, so that the stream can send each of them. */
export type StatusFacts = Pick<
  BridgeRequest,
  | "id"
  | "method"
  | "sighted"
  | "failReason"
  | "refundFailReason"
  | "createdAt"
  | "updatedAt"
  | "origin"
  | "destination"
> &
  Readonly<{
    state: ShownState;
    depositHash: string | undefined;
    outgoing: string | undefined;
    successor?: string | undefined; // changes that were kept by older versions have none
    held?: boolean | "limit"; // true while the payment waits for the operator, "limit" for room in a daily limit
  }>;

const WORDS: Readonly<Record<ShownState, string>> = {
  waiting: "waiting",
  pending: "pending",
  filling: "pending",
  success: "success",
  refunding: "pending",
  refund: "refund",
  failure: "failure",
};

/** What a status is made of, of a request. */
export type StatusSource = Pick<
  BridgeRequest,
  | "id"
  | "method"
  | "state"
  | "successor"
  | "sighted"
  | "failReason"
  | "refundFailReason"
  | "held"
  | "createdAt"
  | "updatedAt"
  | "origin"
  | "destination"
  | "fill"
> &
  Readonly<{
    deposit: Pick<Deposit, "txHash"> | undefined;
    refund: Readonly<{ hash: string }> | undefined;
  }>;

/** The facts of a request that its status is made of. */
export function statusFacts(request: StatusSource): StatusFacts {
  const { id, method, sighted, failReason, refundFailReason, held } = request;
  const { createdAt, updatedAt, origin, destination, deposit } = request;
  return {
    id,
    method,
    sighted,
    failReason,
    refundFailReason,
    createdAt,
    updatedAt,
    origin,
    destination,
    state: shownState(request),
    depositHash: deposit?.txHash,
    outgoing: outgoingHash(request),
    successor: request.successor?.id,
    ...(held && { held: held === "limit" ? held : true }),
  };
}

/** The status word of a request (interface specification 3; failure and refund as public services name them). */
export function statusWord(facts: StatusFacts, detail: StatusDetail): string {
  if (detail === "public") {
    if (facts.state === "filling" && facts.outgoing !== undefined) return "submitted";
    const coming = facts.sighted !== undefined || facts.depositHash !== undefined;
    if (facts.state === "waiting" && coming) return facts.method === "permit" ? "depositing" : "pending";
  }
  return WORDS[facts.state];
}

/** The fill's or the refund's transaction; a fill that reverted moved nothing and is not shown. */
function outgoingHash(request: StatusSource): string | undefined {
  const { refund, fill } = request;
  if (refund) return refund.hash;
  const state = shownState(request);
  return state === "filling" || state === "success" ? fill?.hash : undefined;
}
