import { monthBefore, monthOf, readMonth } from "../month.ts";
import { DAY_MS, type Instant } from "../time.ts";
import { eachItem } from "./eachItem.ts";
import { isFilled } from "./fillBookLines.ts";
import { SETTLED_AFTER_MS } from "./makeStatement.ts";
import type { Gateway } from "./ports.ts";
import type { MerchantStore } from "./storePort.ts";

/** What ended longer ago, while nothing ran or no mail server was set, is no news any more: the owner can send it by hand. */
const STILL_NEWS_MS = 62 * DAY_MS;

/**
 * Owes every accountant a message about each month that has ended since the address was named, once its statement can be read
 * and is final. However often and by however many gateways it is owed, it is one message.
 */
export async function oweStatements({
  store,
  clock,
  mailer,
  log,
}: Pick<Gateway, "store" | "clock" | "mailer" | "log">): Promise<void> {
  if (!mailer || !(await isFilled(store))) return;
  await eachItem({ log }, "owe statements", await store.listStores(), async (merchant) => {
    for (const month of endedMonths(merchant, clock())) {
      const isOwed = (await store.statementMails(merchant.id, month)).length > 0;
      if (!isOwed) await store.oweStatement({ storeId: merchant.id, month, nth: 1 }, clock());
    }
  });
}

/** The months that have ended since the accountant was named and are still news, the latest first. */
function endedMonths({ settings }: MerchantStore, at: Instant): readonly string[] {
  const { zone, accountant } = settings.books;
  const ended: string[] = [];
  for (let name = monthBefore(monthOf(at - SETTLED_AFTER_MS, zone)); accountant; name = monthBefore(name)) {
    const month = readMonth(name, zone);
    if (!month || month.to <= accountant.since || month.to < at - STILL_NEWS_MS) break;
    ended.push(name);
  }
  return ended;
}
