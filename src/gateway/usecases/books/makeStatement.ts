import { setImmediate } from "node:timers/promises";
import { assetByItself, type Asset } from "../../domain/books/assets.ts";
import type { BookedLine } from "../../domain/books/lines/line.ts";
import type { CurrencyId } from "../../domain/books/ledger.ts";
import { statementRows, type Balances, type StatementRow } from "../../domain/books/statement/statement.ts";
import type { Month } from "../../../values/month.ts";
import { createWorth, type MonthWorth } from "../../domain/books/statement/monthWorth.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS, isoTime, type Instant } from "../../../values/time.ts";
import { accountingCurrency } from "./bookSettings.ts";
import { chainNames } from "../tracking/chainNames.ts";
import { requireFilled } from "./fillBookLines.ts";
import { addBooks, createBookSums, eachPage, sumFaults } from "./sumBooks.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

/** Younger entries may still be joined by a booking of the same moment, so a month has ended for good so long after its end. */
export const SETTLED_AFTER_MS = MINUTE_MS;

/** The same of a month that is running: what is left out is in the statement when it is loaded again. */
const RUNNING_AFTER_MS = 5 * SECOND_MS;

/**
 * A month of a store's books. `until` is its end, or the last moment covered while the month is running;
 * `faults` should be empty.
 */
export type Statement = Readonly<{
  month: Month;
  until: Instant;
  rows: readonly (StatementRow & Coin)[];
  worth: MonthWorth;
  faults: readonly string[];
}>;

/** The currency of a row for readers; `asset` where its symbol and decimals are known. */
type Coin = Readonly<{ chainId: number; chainName: string; token: string; asset: Asset | undefined }>;

/** What statements are made of. */
export type Bookkeeping = Pick<Gateway, "persistence" | "clock" | "log"> &
  Readonly<{ service: Pick<Gateway["service"], "chains"> }>;

/**
 * The statement of a month, added up from the entries that were booked in it. Four checks: each row adds
 * up, the closing balances equal the day totals, the settled amount equals the sum of the lines of payments
 * and receipts, and the amount paid out equals the sum of the refund lines. Faults are logged. Undefined when the month
 * has not begun. Throws GatewayError books_not_ready.
 */
export async function makeStatement(
  gateway: Bookkeeping,
  merchant: MerchantStore,
  month: Month,
): Promise<Statement | undefined> {
  const { persistence, clock } = gateway;
  if (clock() < month.from) return undefined;
  await requireFilled(persistence.checkpoints);
  const until = runningUntil(month, clock());
  const range = { storeId: merchant.id, from: Math.min(month.from, until), to: until }; // empty in a month's first minute
  const opening = await balancesAt(persistence, merchant.id, range.from);
  const worth = createWorth(accountingCurrency(merchant.settings));
  const sums = createBookSums();
  for await (const _ of addBooks(persistence, range, sums, (line, sign) => addWorth(worth, line, sign)))
    await setImmediate(); // others are served in between
  const rows = statementRows(opening, sums.booked);
  const closing = await balancesAt(persistence, merchant.id, until);
  const coinOf = await coins(gateway, merchant);
  const faults = rows.flatMap((row) => [...sumFaults(row, sums.lines), ...closingFault(row, closing)]);
  for (const fault of faults)
    gateway.log.error("statement.wrong", { storeId: merchant.id, month: month.name, fault });
  return {
    month,
    until: Math.max(month.from, until),
    worth: worth.total(),
    faults,
    rows: rows.map((row) => ({ ...row, ...coinOf(row.currency) })),
  };
}

/** The last moment that a statement covers: the end of its month, or some seconds ago while the month is running. */
function runningUntil({ to }: Month, now: Instant): Instant {
  return now < to ? now - RUNNING_AFTER_MS : Math.min(to, now - SETTLED_AFTER_MS);
}

async function coins(gateway: Bookkeeping, merchant: MerchantStore): Promise<(id: CurrencyId) => Coin> {
  const nameOf = await chainNames(gateway, merchant.settings.settlement);
  const assets = await gateway.persistence.books.assets();
  return (id) => {
    const [chain = "", token = ""] = id.split(":");
    const chainId = Number(chain);
    return { chainId, chainName: nameOf(chainId), token, asset: assets.get(id) ?? assetByItself(id) };
  };
}

/** What each account had at a moment: the totals of whole days, and the entries of the day that had begun. */
async function balancesAt(persistence: Persistence, storeId: string, at: Instant): Promise<Balances> {
  const dayStart = at - (at % DAY_MS);
  const balances = new Map(await persistence.books.balancesBefore(storeId, isoTime(dayStart).slice(0, 10)));
  const add = (key: string, amount: bigint) => balances.set(key, (balances.get(key) ?? 0n) + amount);
  const range = { storeId, from: dayStart, to: at };
  await eachPage(
    (place) => persistence.books.entriesIn({ ...range, ...place }),
    ({ from, to, currency, amount }) => {
      add(`${from} ${currency}`, -amount);
      add(`${to} ${currency}`, amount);
    },
  );
  return balances;
}

function addWorth(worth: ReturnType<typeof createWorth>, line: BookedLine, sign: bigint): void {
  if (line.file === "payments") worth.add(line.body, sign);
  if (line.file === "receipts") worth.addReceipt(line.body, sign);
  if (line.file === "refunds" && line.body.how !== "automatic") worth.addPayout(line.body, sign); // else it never was the shop's
}

function closingFault(row: StatementRow, closing: Balances): readonly string[] {
  const held = ["in_flight", "unattributed"].map(
    (account) => closing.get(`${account} ${row.currency}`) ?? 0n,
  );
  const byDays = held.reduce((total, one) => total + one, 0n);
  return row.closing === byDays
    ? []
    : [`${row.currency} closes with ${row.closing}, and the totals of its days say ${byDays}.`];
}
