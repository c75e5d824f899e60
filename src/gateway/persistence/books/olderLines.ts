import type { BookLines, Booked } from "../../ports/bookLinesPort.ts";
import { asc, gt, inArray, sql } from "drizzle-orm";
import type { Asset } from "../../domain/books/assets.ts";
import type { Lined } from "../../domain/books/lines/missingLines.ts";
import { insertRow } from "../../../database/insertRow.ts";
import type { Write } from "../../../database/driver.ts";
import { toLine } from "./bookLines.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import { toInvoice } from "../invoices/invoiceRows.ts";
import { toBookedEntry } from "./ledger.ts";

/** What was booked before there were lines, and how it gets them. */
export function olderLineQueries(context: PersistenceContext): Pick<BookLines, "linedPage" | "fillLines"> {
  const { database, db, t } = context;
  const { invoices, bookLines, ledger } = t;
  return {
    async linedPage(after, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(gt(invoices.id, after))
        .orderBy(asc(invoices.id))
        .limit(limit);
      const page = readable(context, rows, toInvoice);
      const ids = page.map(({ id }) => id);
      const entries = await db.select().from(ledger).where(inArray(ledger.invoiceId, ids));
      const lines = await db.select().from(bookLines).where(inArray(bookLines.invoiceId, ids)); // read last: they may have grown
      return page.map((invoice): Lined => ({
        invoice,
        entries: entries.filter(({ invoiceId }) => invoiceId === invoice.id).map(toBookedEntry),
        lines: lines.filter(({ invoiceId }) => invoiceId === invoice.id).map(toLine),
      }));
    },

    fillLines: (lines, older) =>
      database.commit([
        ...lines.map((line) =>
          one((tx) => insertRow(tx, bookLines, { ...line, invoiceId: line.invoiceId ?? null })),
        ),
        ...older.map((asset) => knownSince(context, asset)),
      ]),
  };
}

/** An asset, or an earlier time of first knowledge than its row has. */
function knownSince({ t: { assets } }: PersistenceContext, asset: Booked<Asset>): Write {
  return one((tx) =>
    tx
      .insert(assets)
      .values(asset)
      .onConflictDoUpdate({
        target: assets.id,
        set: { at: sql`case when ${assets.at} > ${asset.at} then ${asset.at} else ${assets.at} end` },
      })
      .returning({ id: assets.id }),
  );
}
