import type { Instant } from "../../values/time.ts";
import { refusesPools } from "../pools/poolContracts.ts";
import type { BridgeRequest, Deposit } from "../request.ts";

/** A further deposit to an issued address: same route, recipient and refund address, its own id and its own price. */
export function childOf(root: BridgeRequest, id: string, at: Instant): BridgeRequest {
  return {
    ...root,
    id,
    version: 0,
    state: "waiting",
    parent: root.parent ?? root.id,
    successor: undefined,
    floor: undefined,
    promised: undefined,
    taken: undefined,
    quote: refusesPools(root.quote) ? { usePools: false } : {}, // the fill adds its own
    sighted: undefined,
    deposit: undefined,
    fill: undefined,
    refund: undefined,
    failReason: undefined,
    refundFailReason: undefined,
    held: undefined,
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * The child that takes the deposit for which a superseded request was quoted, should it come after all: at the quoted minimum,
 * and where the quote was one order it is this one.
 */
export function heirOf(root: BridgeRequest, id: string, at: Instant): BridgeRequest {
  const { floor, promised, quote } = root;
  return { ...childOf(root, id, at), floor, promised, quote };
}

/**
 * A deposit at the depository that names a request but differs from its quote: bridged to the same
 * recipient, but it is the depositor's own money, and is refunded to the depositor (any account).
 */
export function depositoryChildOf(
  root: BridgeRequest,
  { chainId, currency, sender = root.user }: Deposit,
  id: string,
  at: Instant,
): BridgeRequest {
  return {
    ...childOf(root, id, at),
    method: "depository",
    user: sender,
    refundTo: sender,
    recoveryAddress: undefined,
    origin: { chainId, currency },
    depositAddress: undefined,
    addressIndex: undefined,
  };
}
