import { monthBefore, monthOf, readMonth, type Month } from "../../../values/month.ts";
import { DAY_MS, type Instant } from "../../../values/time.ts";
import { eachItem } from "../eachItem.ts";
import { isFilled } from "../books/fillBookLines.ts";
import { SETTLED_AFTER_MS } from "../books/makeStatement.ts";
import type { Gateway } from "../gateway.ts";

/** What ended longer ago, while nothing ran or no mail server was set, is no news any more: the owner can send it by hand. */
const STILL_NEWS_MS = 62 * DAY_MS;

/**
 * Owes every accountant a message about each month that has ended since the address was named, once its statement can be read
 * and is final. However often and by however many gateways it is owed, it is one message.
 */
export async function queueStatements({
  persistence,
  clock,
  mailer,
  log,
}: Pick<Gateway, "persistence" | "clock" | "mailer" | "log">): Promise<void> {
  if (!mailer || !(await isFilled(persistence.checkpoints))) return;
  const at = clock();
  const endedIn = new Map<string, readonly Month[]>(); // a calendar takes long to ask, and thousands of stores have few
  await eachItem({ log }, "queue statements", await persistence.stores.list(), async ({ id, settings }) => {
    const { zone, accountant } = settings.books;
    if (!accountant) return;
    const ended = endedIn.get(zone) ?? endedMonths(zone, at);
    endedIn.set(zone, ended);
    for (const { name: month } of ended.filter(({ to }) => to > accountant.since)) {
      const isOwed = (await persistence.mails.ofStatement(id, month)).length > 0;
      if (!isOwed) await persistence.mails.queueStatement({ storeId: id, month, nth: 1 }, at);
    }
  });
}

/** The months of a zone that have ended and are still news, the latest first. */
function endedMonths(zone: string, at: Instant): readonly Month[] {
  const ended: Month[] = [];
  for (let name = monthBefore(monthOf(at - SETTLED_AFTER_MS, zone)); ; name = monthBefore(name)) {
    const month = readMonth(name, zone);
    if (!month || month.to < at - STILL_NEWS_MS) return ended;
    ended.push(month);
  }
}
