import { waitForBlock, leastOf, type Payout } from "../../domain/payouts/payout.ts";
import { GatewayError } from "../../errors.ts";
import { isSeenWithoutBlock } from "../proofs/provePayout.ts";
import { changePayout, markPayout, requirePayout, type PayoutMark } from "./managePayouts.ts";
import type { PayoutContext } from "./payoutContext.ts";

/**
 * Records a payment by hand. A transaction that an explorer shows to pay it, and that no block has yet, leaves the payout on its
 * way: followNamed completes it once a block has the transaction. Throws as markPayout does.
 */
export async function recordPayment(
  gateway: PayoutContext,
  id: string,
  mark: Omit<PayoutMark, "state">,
): Promise<Payout> {
  try {
    return await markPayout(gateway, id, { ...mark, state: "Completed" });
  } catch (error) {
    const { txHash, paysSeveral = false } = mark;
    if (!(error instanceof GatewayError && error.code === "payment_not_found") || txHash === undefined)
      throw error;
    const payout = await requirePayout(gateway, id);
    if (!(await isSeenWithoutBlock(gateway, payout, txHash, leastOf(payout)))) throw error;
    const named = { txHash, paysSeveral, at: gateway.clock() };
    return changePayout(gateway, id, (now) => waitForBlock(now, named));
  }
}
