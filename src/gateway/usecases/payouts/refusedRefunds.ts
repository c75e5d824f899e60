import type { Payout } from "../../domain/payouts/payout.ts";
import { PayoutRefusal } from "../../domain/payouts/pullPayment.ts";
import type { Gateway } from "../gateway.ts";
import { requireStillCovered } from "./refundInvoice.ts";

const MOST = 100; // payouts that wait for an approval and are looked at

/** The payouts of a store that wait for an approval, and refund more than what the shop has of their invoice by now. */
export async function refusedRefunds(
  gateway: Pick<Gateway, "persistence">,
  storeId: string,
): Promise<readonly Payout[]> {
  const waiting = await gateway.persistence.payouts.list({
    storeId,
    states: ["AwaitingApproval"],
    limit: MOST,
  });
  const found: Payout[] = [];
  for (const payout of waiting) if (await isUncovered(gateway, payout)) found.push(payout);
  return found;
}

async function isUncovered(gateway: Pick<Gateway, "persistence">, payout: Payout): Promise<boolean> {
  try {
    await requireStillCovered(gateway, payout);
    return false;
  } catch (error) {
    if (error instanceof PayoutRefusal && error.code === "non-refundable") return true;
    throw error;
  }
}
