import type { Unattributed } from "../../ports/booksPort.ts";
import type { Gateway } from "../gateway.ts";
import { cancelPayout } from "../payouts/managePayouts.ts";

type Keeping = Pick<Gateway, "clock" | "random" | "persistence" | "log">;

/**
 * Cancels the refund of unattributed funds whose money is no longer theirs, and returns them as they are then: open. Throws
 * PayoutRefusal when its payment has begun meanwhile.
 */
export async function takeRefundBack(gateway: Keeping, found: Unattributed): Promise<Unattributed> {
  const { chainId, outpoint, refundId } = found;
  if (refundId === undefined) return found;
  await cancelPayout(gateway, refundId);
  gateway.log.warn("payout.withdrawn", { payout: refundId, chain: chainId, outpoint });
  return { ...found, state: "open", refundId: undefined };
}
