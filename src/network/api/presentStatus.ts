import type { RequestState } from "../request.ts";
import { statusWord, type StatusDetail, type StatusFacts } from "../status.ts";

const DETAILS: Readonly<Record<RequestState, string | null>> = {
  waiting: null,
  pending: "The deposit is confirmed; the fill is being prepared.",
  filling: "The fill was sent and is not in a block yet.",
  success: null,
  refunding: "The deposit could not be bridged; it is being refunded.",
  refund: "The deposit was refunded on the origin chain.",
  failure: "The deposit was neither bridged nor refunded; contact the operator with this request id.",
};

const ORDER_EXPIRED =
  "Nobody handed in the order before its deadline, so nothing was taken. Ask for another quote.";

/** The body of a status answer: the word alone when `bare` (interface specification 2.3), else in the public shape. */
export function presentStatus(
  facts: StatusFacts,
  { statusDetail, bare }: Readonly<{ statusDetail: StatusDetail; bare: boolean }>,
): Record<string, unknown> {
  const status = statusWord(facts, statusDetail);
  if (bare) return { status };
  return {
    status,
    details: facts.failReason === "ORDER_EXPIRED" ? ORDER_EXPIRED : DETAILS[facts.state],
    // A deposit that was found by its balance has no transaction that anybody knows.
    inTxHashes: [facts.depositHash ?? facts.sighted].filter((hash) => hash !== undefined && hash !== ""),
    txHashes: [facts.outgoing].filter((hash) => hash !== undefined),
    updatedAt: facts.updatedAt,
    originChainId: facts.origin.chainId,
    destinationChainId: facts.destination.chainId,
    quoteCreatedAt: facts.createdAt,
    failReason: facts.failReason ?? "N/A",
    refundFailReason: facts.refundFailReason ?? "N/A",
  };
}
