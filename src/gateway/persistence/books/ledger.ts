import type { Ledger } from "../../ports/booksPort.ts";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Account, Entry } from "../../domain/books/ledger.ts";
import type { Write } from "../../../database/driver.ts";
import type { Booked } from "../../ports/bookLinesPort.ts";
import { isoTime, type Instant } from "../../../values/time.ts";
import { one, type PersistenceContext } from "../context.ts";

type LedgerQueries = Pick<Ledger, "entriesOf" | "ledgerPage" | "rollups">;

/** The books as they are written: entries, and beside them what each account moved on each day. */
export function ledgerQueries({ db, t }: PersistenceContext): LedgerQueries {
  const { ledger, rollups } = t;
  return {
    async entriesOf(invoiceId) {
      const rows = await db
        .select()
        .from(ledger)
        .where(eq(ledger.invoiceId, invoiceId))
        .orderBy(asc(ledger.id));
      return rows.map(toEntry);
    },

    async ledgerPage(after, limit) {
      const rows = await db
        .select()
        .from(ledger)
        .where(gt(ledger.id, after))
        .orderBy(asc(ledger.id))
        .limit(limit);
      return rows.map(toBookedEntry);
    },

    rollups: (after, limit) =>
      db
        .select()
        .from(rollups)
        .where(and(gt(rollups.key, after)))
        .orderBy(asc(rollups.key))
        .limit(limit),
  };
}

/** Entries, and the day's totals of the accounts that they touch. An entry that is there already undoes the batch. */
export function ledgerWrites(
  context: PersistenceContext,
  entries: readonly Entry[],
  at: Instant,
): readonly Write[] {
  const { ledger } = context.t;
  const day = isoTime(at).slice(0, 10);
  return [
    ...entries.map((entry) =>
      one(
        (tx) =>
          tx
            .insert(ledger)
            .values({ ...entry, invoiceId: entry.invoiceId ?? null, at })
            .onConflictDoNothing()
            .returning({ id: ledger.id }),
        `The books have ${entry.id} already.`,
      ),
    ),
    ...totalsOf(entries).map((total) => rollupWrite(context, day, total)),
  ];
}

type Total = Readonly<{ storeId: string; account: Account; currency: string; out: bigint; into: bigint }>;

/** In the order of their keys: commits that touch the same rows wait for each other instead of getting stuck. */
function totalsOf(entries: readonly Entry[]): readonly Total[] {
  const totals = new Map<string, Total>();
  const add = ({ storeId, currency }: Entry, account: Account, out: bigint, into: bigint) => {
    const key = `${storeId}|${account}|${currency}`;
    const { out: before = 0n, into: intoBefore = 0n } = totals.get(key) ?? {};
    totals.set(key, { storeId, account, currency, out: before + out, into: intoBefore + into });
  };
  for (const entry of entries) {
    add(entry, entry.from, entry.amount, 0n);
    add(entry, entry.to, 0n, entry.amount);
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
}

function rollupWrite({ database, t }: PersistenceContext, day: string, total: Total): Write {
  const { rollups } = t;
  const { storeId, account, currency, out, into } = total;
  const key = [day, storeId, account, currency].join("|");
  return one((tx) =>
    tx
      .insert(rollups)
      .values({ key, day, ...total })
      .onConflictDoUpdate({
        target: rollups.key,
        set: { out: database.plus(rollups.out, out), into: database.plus(rollups.into, into) },
      })
      .returning({ key: rollups.key }),
  );
}

type LedgerRow = PersistenceContext["t"]["ledger"]["$inferSelect"];

/** An entry of the books from its row. */
export function toEntry(row: LedgerRow): Entry {
  const { at: _, ...entry } = toBookedEntry(row);
  return entry;
}

/** The same with the time of its booking. */
export function toBookedEntry({
  id,
  storeId,
  invoiceId,
  from,
  to,
  currency,
  amount,
  at,
}: LedgerRow): Booked<Entry> {
  // The accounts were written from entries, and nothing else writes here.
  return {
    id,
    storeId,
    invoiceId: invoiceId ?? undefined,
    from: from as Account,
    to: to as Account,
    currency,
    amount,
    at,
  };
}
