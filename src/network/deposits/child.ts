import type { Instant } from "../../time.ts";
import type { BridgeRequest } from "../request.ts";

/** A further deposit to an issued address: same route, recipient and refund address, its own id and its own price. */
export function childOf(root: BridgeRequest, id: string, at: Instant): BridgeRequest {
  return {
    ...root,
    id,
    version: 0,
    state: "waiting",
    parent: root.parent ?? root.id,
    floor: undefined,
    promised: undefined,
    quote: {}, // the fill adds its own
    sighted: undefined,
    deposit: undefined,
    fill: undefined,
    refund: undefined,
    failReason: undefined,
    refundFailReason: undefined,
    createdAt: at,
    updatedAt: at,
  };
}
