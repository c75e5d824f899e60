import { sql, type Column, type SQL } from "drizzle-orm";
import type { Account, Entry } from "../../domain/books/ledger.ts";
import { check, units } from "../invoices/invoiceRows.ts";
import type { Tables } from "../tables.ts";

/** Amounts as an audit reads them: one that is none is refused with the name of its row, instead of being taken for another. */

/** An amount column, which must hold digits and nothing else. */
export function exactly(column: Column): SQL<bigint> {
  return sql`cast(${column} as text)`.mapWith((value) =>
    check(units, String(value), `amount ${String(value)}`),
  );
}

/** The columns of an entry with its amount as exact text in either database. */
export function entryColumns({ id, storeId, invoiceId, from, to, currency, amount, at }: Tables["ledger"]) {
  return { id, storeId, invoiceId, from, to, currency, amount: exactly(amount), at };
}

type EntryRow = Omit<Tables["ledger"]["$inferSelect"], "amount"> & Readonly<{ amount: bigint }>;

/** An entry from these columns. */
export function toExactEntry(row: EntryRow): Entry & Readonly<{ at: number }> {
  const { from, to, invoiceId, ...rest } = row;
  return { ...rest, invoiceId: invoiceId ?? undefined, from: from as Account, to: to as Account }; // written from entries
}
