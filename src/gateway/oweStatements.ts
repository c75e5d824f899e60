import { monthBefore, monthOf, readMonth } from "../month.ts";
import { DAY_MS, type Instant } from "../time.ts";
import { SETTLED_AFTER_MS } from "./makeStatement.ts";
import type { Gateway } from "./ports.ts";
import type { Accountant, MerchantStore } from "./storePort.ts";

/** What ended longer ago, while nothing ran or no mail server was set, is no news any more: the owner can send it by hand. */
const STILL_NEWS_MS = 62 * DAY_MS;

/**
 * Owes every accountant a message about each month that has ended since the address was named, once its statement is final.
 * However often and by however many gateways it is owed, it is one message.
 */
export async function oweStatements({
  store,
  clock,
  mailer,
}: Pick<Gateway, "store" | "clock" | "mailer">): Promise<void> {
  if (!mailer) return;
  for (const merchant of await store.listStores())
    for (const month of endedMonths(merchant, clock())) {
      const isOwed = (await store.statementMails(merchant.id, month)).length > 0;
      if (!isOwed) await store.oweStatement({ storeId: merchant.id, month, nth: 1 }, clock());
    }
}

/** True for a month that had not ended when the accountant was named. */
export function isOfAccountant({ to }: Readonly<{ to: Instant }>, { since }: Accountant): boolean {
  return to > since;
}

/** The months that an accountant is told of at that moment, the latest first. */
function endedMonths({ settings }: MerchantStore, at: Instant): readonly string[] {
  const { zone, accountant } = settings.books;
  const ended: string[] = [];
  for (let name = monthBefore(monthOf(at - SETTLED_AFTER_MS, zone)); accountant; name = monthBefore(name)) {
    const month = readMonth(name, zone);
    if (!month || !isOfAccountant(month, accountant) || month.to < at - STILL_NEWS_MS) break;
    ended.push(name);
  }
  return ended;
}
