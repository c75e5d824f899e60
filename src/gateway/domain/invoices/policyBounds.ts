import { bpsFloor, min } from "../../../values/amount.ts";
import { isAtLeast } from "./evidence.ts";
import { tolerated, type Policy } from "./policy.ts";

/**
 * How much laxer than the store's policy an invoice's own may be; it may always be stricter. A key that may
 * create invoices must not be able to make an unpaid order count as paid.
 */
export type PolicyBounds = Readonly<{
  toleranceBps: number; // the most that may be missing
  acceptUnderpaid: boolean; // any amount may count as the payment, also late
  weakerEvidence: boolean; // a settlement may rest on less, or on fewer confirmations
}>;

export const STRICT_BOUNDS: PolicyBounds = {
  toleranceBps: 500,
  acceptUnderpaid: false,
  weakerEvidence: false,
};

/** What of an invoice's policy is laxer than the store's own for the same price and than the bounds; in the API's words. */
export function beyondBounds(
  policy: Policy,
  own: Policy,
  due: bigint,
  bounds: PolicyBounds,
): readonly string[] {
  const least = min(tolerated({ due, policy: own }), due - bpsFloor(due, bounds.toleranceBps));
  const leastLate = Math.min(own.lateFromBps, 10_000 - bounds.toleranceBps);
  const mayTakeAny = bounds.acceptUnderpaid || own.underpaid === "accept";
  const checks: Readonly<Record<string, boolean>> = {
    tolerance: tolerated({ due, policy }) >= least,
    forgive: (policy.forgiveBps ?? 0) <= Math.max(own.forgiveBps ?? 0, bounds.toleranceBps),
    underpaid: policy.underpaid !== "accept" || mayTakeAny,
    lateFrom: policy.lateFromBps >= leastLate || mayTakeAny,
    evidence: isAtLeast(policy.evidence, own.evidence) || bounds.weakerEvidence,
    confirmations: policy.confirmations >= own.confirmations || bounds.weakerEvidence,
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}
