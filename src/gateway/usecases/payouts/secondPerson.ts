import { parseDecimal } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import { approve, type Payout } from "../../domain/payouts/payout.ts";
import { GatewayError } from "../../errors.ts";
import type { PayoutApproval } from "../../ports/notificationPort.ts";
import { whoMay } from "../access/whoMay.ts";
import type { Gateway } from "../gateway.ts";
import { dueFor } from "../pricing/priceTerms.ts";

/** The person who approves: a user who is signed in. A key and a command are no person. */
export type Approver = Readonly<{ userId: string; userName: string }>;

/** How many different people approve a payout above the limit. */
export const PEOPLE_NEEDED = 2;

/**
 * Whether a payout is above its store's limit, so that two people must approve it. It is also where its worth in the limit's
 * currency is not known now.
 */
export async function takesTwo(
  gateway: Pick<Gateway, "persistence" | "rates" | "log">,
  payout: Payout,
): Promise<boolean> {
  const limit = (await gateway.persistence.stores.load(payout.storeId))?.settings.payoutLimit;
  if (!limit) return false;
  const decimals = priceDecimals(limit.currency) ?? 0;
  const { originalAmount: amount, originalCurrency: currency, originalDecimals } = payout;
  const price = { amount, currency, decimals: originalDecimals };
  try {
    const worth = await dueFor(gateway.rates, price, { symbol: limit.currency, decimals }); // rounded up
    return worth > parseDecimal(limit.amount, decimals);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "rate_unavailable") throw error;
    gateway.log.warn("payout.worth_unknown", { payout: payout.id, error });
    return true;
  }
}

/**
 * Keeps a person's approval of a payout that takes two, and gives whether two different people who may approve it now have looked
 * at this revision. Throws GatewayError second_person_needed where no person approves, and PayoutRefusal as `approve` does.
 */
export async function countApproval(
  gateway: Pick<Gateway, "persistence" | "clock" | "log">,
  payout: Payout,
  revision: number | undefined,
  by: Approver | undefined,
): Promise<boolean> {
  approve(payout, revision, 1n); // refused before anything is kept
  if (!by)
    throw new GatewayError(
      "second_person_needed",
      "This payout is above the store's limit: two people approve it in the browser, and an API key is no person.",
    );
  const { payoutApprovals } = gateway.persistence;
  await payoutApprovals.put({ payoutId: payout.id, ...by, revision: payout.revision, at: gateway.clock() });
  const count = (await approvalsOf(gateway, payout)).length;
  gateway.log.info("payout.approval_counted", { payout: payout.id, by: by.userId, count });
  return count >= PEOPLE_NEEDED;
}

/** The approvals of a payout's present revision, by people who may still give them; the first one first. */
export async function approvalsOf(
  gateway: Pick<Gateway, "persistence">,
  { id, storeId, revision }: Payout,
): Promise<readonly PayoutApproval[]> {
  const given = (await gateway.persistence.payoutApprovals.of(id)).filter((one) => one.revision === revision);
  if (given.length === 0) return given;
  const people = new Set((await whoMay(gateway, storeId, "canmanagepayouts")).map((user) => user.id));
  return given.filter(({ userId }) => people.has(userId));
}
