import { and, asc, eq, gt, gte, inArray, isNull, lt, notLike, sql } from "drizzle-orm";
import { closingEntry, PAYOUT_ENTRY, reversalOf, unattributedEntry } from "../../domain/books/ledger.ts";
import type { AuditReads, BookDay } from "../../ports/booksPort.ts";
import { DAY_MS, isoTime } from "../../../values/time.ts";
import type { PersistenceContext } from "../context.ts";
import { toUnattributed } from "../books/unattributed.ts";
import { entryColumns, exactly, toExactEntry } from "./exactAmounts.ts";

type BookReads = Pick<
  AuditReads,
  "bookDayAfter" | "entriesOn" | "rollupsOn" | "unattributedPage" | "entriesWithoutInvoice"
>;

/** The books as an audit reads them: by store and day, so that it never holds more than one day. */
export function auditedBooks(context: PersistenceContext): BookReads {
  const { db, t } = context;
  const { ledger, rollups } = t;
  return {
    /**
     * By the indexes of both tables, a step each: a day in only one of them is a fault, and must be found.
     */
    async bookDayAfter(last) {
      const { storeId: store, day } = last ?? { storeId: "", day: "1970-01-01" };
      const nextMidnight = Date.parse(day) + DAY_MS;
      const [booked] = await db
        .select({ storeId: ledger.storeId, at: ledger.at })
        .from(ledger)
        .where(sql`(${ledger.storeId}, ${ledger.at}) >= (${store}, ${nextMidnight})`)
        .orderBy(asc(ledger.storeId), asc(ledger.at))
        .limit(1);
      const [totalled] = await db
        .select({ storeId: rollups.storeId, day: rollups.day })
        .from(rollups)
        .where(sql`(${rollups.storeId}, ${rollups.day}) > (${store}, ${day})`)
        .orderBy(asc(rollups.storeId), asc(rollups.day))
        .limit(1);
      const days = [
        ...(booked ? [{ storeId: booked.storeId, day: isoTime(booked.at).slice(0, 10) }] : []),
        ...(totalled ? [totalled] : []),
      ];
      const isLess = (a: BookDay, b: BookDay) =>
        a.storeId < b.storeId || (a.storeId === b.storeId && a.day < b.day);
      return days.reduce<BookDay | undefined>(
        (first, one) => (first && isLess(first, one) ? first : one),
        undefined,
      );
    },

    async entriesOn(storeId, day, after, limit) {
      const start = Date.parse(day);
      const isThen = and(gte(ledger.at, start), lt(ledger.at, start + DAY_MS));
      const isNext = after && sql`(${ledger.at}, ${ledger.id}) > (${after.at}, ${after.id})`;
      const rows = await db
        .select(entryColumns(ledger))
        .from(ledger)
        .where(and(eq(ledger.storeId, storeId), isThen, isNext))
        .orderBy(asc(ledger.at), asc(ledger.id))
        .limit(limit);
      return rows.map(toExactEntry);
    },

    rollupsOn(storeId, day) {
      const { key, account, currency, out, into } = rollups;
      return db
        .select({ key, account, currency, out: exactly(out), into: exactly(into) })
        .from(rollups)
        .where(and(eq(rollups.storeId, storeId), eq(rollups.day, day)))
        .orderBy(asc(key));
    },

    unattributedPage: (after, limit) => unattributedPage(context, after, limit),

    async entriesWithoutInvoice(after, limit) {
      const rows = await db
        .select(entryColumns(ledger))
        .from(ledger)
        .where(and(isNull(ledger.invoiceId), notLike(ledger.id, `${PAYOUT_ENTRY}%`), gt(ledger.id, after)))
        .orderBy(asc(ledger.id))
        .limit(limit);
      return rows.map(toExactEntry);
    },
  };
}

async function unattributedPage(
  { db, t }: PersistenceContext,
  after: string,
  limit: number,
): ReturnType<AuditReads["unattributedPage"]> {
  const { ledger, unattributed } = t;
  const rows = await db
    .select({ row: unattributed, value: sql<string>`cast(${unattributed.value} as text)` })
    .from(unattributed)
    .where(gt(unattributed.key, after))
    .orderBy(asc(unattributed.key))
    .limit(limit);
  return Promise.all(
    rows.map(async ({ row: stored }) => {
      const { key } = stored;
      const row = toUnattributed(stored);
      // Of every time that its block has held it, and one more: nothing should be booked beyond that.
      const ids = Array.from({ length: row.undone + 2 }, (_, undone) => {
        const entry = unattributedEntry({ ...row, undone });
        const receipt = closingEntry(entry, "refunded");
        return [entry, reversalOf(entry), receipt, reversalOf(receipt)].map(({ id }) => id);
      }).flat();
      const entries = await db.select(entryColumns(ledger)).from(ledger).where(inArray(ledger.id, ids));
      return { key, row, entries: entries.map(toExactEntry) };
    }),
  );
}
