import { DAY_MS } from "../../../values/time.ts";
import type { Gateway } from "../gateway.ts";
import { exceptionsIn, unattributedIn } from "./inbox.ts";
import { lostInvoices } from "../failover/lostInvoices.ts";
import { refusedRefunds } from "../payouts/refusedRefunds.ts";
import { unpaidPayouts } from "../payouts/unpaidPayouts.ts";

/** For how long an e-mail that did not arrive is listed: a list that only grows is not read. */
export const LOST_MAIL_DAYS = 30;

/** How much lies in a store's inbox for a person who may see its payouts or not, as far as `most` of each kind: what its page lists. */
export async function countWaiting(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  storeId: string,
  most: number,
  seesPayouts: boolean,
): Promise<number> {
  const { mails, webhooks } = persistence;
  const [exceptions, funds, lostMails, told, lost, payouts] = await Promise.all([
    exceptionsIn(persistence, storeId, most),
    unattributedIn(persistence, storeId),
    mails.lost(storeId, clock() - LOST_MAIL_DAYS * DAY_MS, most),
    webhooks.of(storeId),
    lostInvoices({ persistence }, storeId),
    seesPayouts
      ? unpaidPayouts({ persistence, clock }, storeId, most)
      : refusedRefunds({ persistence }, storeId), // the latter are among the former
  ]);
  const disabled = told.filter(({ disabledReason }) => disabledReason !== undefined).length;
  return exceptions.length + funds.length + lostMails.length + disabled + lost.length + payouts.length;
}
