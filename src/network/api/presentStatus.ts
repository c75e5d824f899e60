import type { ShownState } from "../request.ts";
import type { FurtherDeposits } from "../persistence/requestList.ts";
import { statusWord, type StatusDetail, type StatusFacts } from "../status.ts";

const DETAILS: Readonly<Record<ShownState, string | null>> = {
  waiting: null,
  pending: "The deposit is confirmed; the fill is being prepared.",
  filling: "The fill was sent and is not in a block yet.",
  success: null,
  refunding: "The deposit could not be bridged; it is being refunded.",
  refund: "The deposit was refunded on the origin chain.",
  failure: "The deposit was neither bridged nor refunded; contact the operator with this request id.",
};

const ORDER_EXPIRED =
  "The order was not submitted before its deadline, so nothing was taken. Ask for another quote.";

const CALL_REVERTED =
  "The call that was submitted for this quote reverted, so nothing was taken. Submit another one, or send the quote's transactions.";

/** While the operator has not decided about a payment that was held back (network/checks). */
const HELD =
  "The deposit is confirmed. Its payment is held until the operator of the service has looked at it. Do not pay again.";

/** While a daily limit has no room for the payment (solver/limits.ts). */
const WAITS_FOR_ROOM: Readonly<Partial<Record<ShownState, string>>> = {
  pending:
    "The deposit is confirmed. The service has paid out as much as it may within a day; the fill follows by itself. Do not pay again.",
  refunding:
    "The deposit could not be bridged. The service has refunded as much as it may within a day; the refund follows by itself.",
};

function detailsOf(
  { state, failReason, successor, held }: StatusFacts,
  further: FurtherDeposits | undefined,
): string | null {
  if (successor !== undefined)
    return `The deposit came in another currency or on another chain than quoted. Request ${successor} carries it, and this status is that request's.`;
  if (held === "limit") return WAITS_FOR_ROOM[state] ?? DETAILS[state];
  if (held) return HELD;
  if (state === "waiting" && failReason === "EXECUTION_REVERTED") return CALL_REVERTED;
  if (state === "waiting" && further !== undefined)
    return `Another deposit than the quoted one has come. Request ${further.newest} carries it, and this quote still waits for its own deposit.`;
  return failReason === "ORDER_EXPIRED" ? ORDER_EXPIRED : DETAILS[state];
}

/**
 * The body of a status answer: the word alone when `bare` (interface specification 2.3), else in the public shape. `further` is
 * what else came to the request's address: only a deposit that is worth following is named as the successor, as in lists.
 */
export function presentStatus(
  facts: StatusFacts,
  { statusDetail, bare }: Readonly<{ statusDetail: StatusDetail; bare: boolean }>,
  further?: FurtherDeposits,
): Record<string, unknown> {
  const status = statusWord(facts, statusDetail);
  if (bare) return { status };
  return {
    status,
    details: detailsOf(facts, further),
    // A deposit that was found by its balance has no known transaction.
    inTxHashes: [facts.depositHash ?? facts.sighted].filter((hash) => hash !== undefined && hash !== ""),
    txHashes: [facts.outgoing].filter((hash) => hash !== undefined),
    updatedAt: facts.updatedAt,
    originChainId: facts.origin.chainId,
    destinationChainId: facts.destination.chainId,
    quoteCreatedAt: facts.createdAt,
    failReason: facts.failReason ?? "N/A",
    refundFailReason: facts.refundFailReason ?? "N/A",
    supersededByRequestId: facts.successor ?? further?.toFollow ?? null,
  };
}
