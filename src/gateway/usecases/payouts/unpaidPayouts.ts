import type { Payout } from "../../domain/payouts/payout.ts";
import type { Gateway } from "../gateway.ts";

/** The payouts of a store that a person has to approve or to pay, `most` of them at most. Those that are under way are not among them. */
export function unpaidPayouts(
  { persistence }: Pick<Gateway, "persistence">,
  storeId: string,
  most: number,
): Promise<readonly Payout[]> {
  return persistence.payouts.list({ storeId, states: ["AwaitingApproval", "AwaitingPayment"], limit: most });
}
