import { needsPerson, type Payout } from "../../domain/payouts/payout.ts";
import type { Gateway } from "../gateway.ts";

const MOST_UNDER_WAY = 1_000;

/** Returns up to `most` payouts of a store that a person has to approve, pay or check. Leaves out other payouts under way. */
export async function unpaidPayouts(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  storeId: string,
  most: number,
): Promise<readonly Payout[]> {
  const { list } = persistence.payouts;
  const underWay = await list({ storeId, states: ["InProgress"], limit: MOST_UNDER_WAY });
  const waiting = await list({ storeId, states: ["AwaitingApproval", "AwaitingPayment"], limit: most });
  return [...underWay.filter((payout) => needsPerson(payout, clock())), ...waiting].slice(0, most);
}
