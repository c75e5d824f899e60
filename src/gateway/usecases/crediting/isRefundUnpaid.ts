import type { Unattributed } from "../../ports/booksPort.ts";
import type { Gateway } from "../gateway.ts";

/** True for funds with a refund whose payment has not begun. */
export async function isRefundUnpaid(
  { persistence }: Pick<Gateway, "persistence">,
  { state, refundId }: Unattributed,
): Promise<boolean> {
  if (state !== "refunded" || refundId === undefined) return false;
  const payout = await persistence.payouts.load(refundId);
  return payout?.state === "AwaitingApproval" || payout?.state === "AwaitingPayment";
}
