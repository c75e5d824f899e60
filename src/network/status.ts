import type { BridgeRequest, RequestState } from "./request.ts";

/**
 * How much a status says. `contract` (the default) has the words of interface specification 3: waiting until the deposit is
 * confirmed and indexed, then pending. `public` adds what public services of this family tell: pending from the mempool on,
 * depositing while a permit is executed, submitted once the fill is sent.
 */
export type StatusDetail = "contract" | "public";

/** What a status depends on; it is kept for every change, so that the stream tells each of them. */
export type StatusFacts = Pick<
  BridgeRequest,
  | "id"
  | "state"
  | "method"
  | "sighted"
  | "failReason"
  | "refundFailReason"
  | "createdAt"
  | "updatedAt"
  | "origin"
  | "destination"
> &
  Readonly<{ depositHash: string | undefined; outgoing: string | undefined }>;

const WORDS: Readonly<Record<RequestState, string>> = {
  waiting: "waiting",
  pending: "pending",
  filling: "pending",
  success: "success",
  refunding: "pending",
  refund: "refund",
  failure: "failure",
};

/** The facts of a request that its status is made of. */
export function statusFacts(request: BridgeRequest): StatusFacts {
  const { id, state, method, sighted, failReason, refundFailReason } = request;
  const { createdAt, updatedAt, origin, destination, deposit } = request;
  return {
    ...{
      id,
      state,
      method,
      sighted,
      failReason,
      refundFailReason,
      createdAt,
      updatedAt,
      origin,
      destination,
    },
    depositHash: deposit?.txHash,
    outgoing: outgoingHash(request),
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
function outgoingHash({ refund, fill, state }: BridgeRequest): string | undefined {
  if (refund) return refund.hash;
  return state === "filling" || state === "success" ? fill?.hash : undefined;
}
