import {
  and,
  asc,
  countDistinct,
  count,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Violation } from "../../domain/invariants/record.ts";
import type { AuditReads } from "../../ports/booksPort.ts";
import type { PersistenceContext } from "../context.ts";

type Contradictions = Pick<AuditReads, "contradictionKinds" | "contradictionsAfter">;

/** A question to the rows of a table between two keys, which answers at one moment. */
type Question = Readonly<{
  key: SQLiteColumn;
  ask: (context: PersistenceContext, isThere: SQL) => Promise<readonly Violation[]>;
}>;

/** What contradicts itself between invoices, or by itself: asked of some rows at a time, found by an index. */
export function contradictionQueries(context: PersistenceContext): Contradictions {
  const questions = questionsOf(context);
  return {
    contradictionKinds: Object.keys(questions),
    async contradictionsAfter(kind, after, limit) {
      const question = questions[kind];
      if (!question) throw new Error(`Expected one of ${Object.keys(questions).join(", ")}, got ${kind}.`);
      const upto = await keyAfter(context, question.key, after, limit);
      const isThere = and(
        gt(question.key, after),
        upto === undefined ? undefined : lte(question.key, upto),
      ) as SQL;
      return { upto, found: await question.ask(context, isThere) };
    },
  };
}

/** The key so many rows later, if there are so many. Rows of one key are never parted. */
async function keyAfter(
  { db }: PersistenceContext,
  key: SQLiteColumn,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const rows = await db
    .select({ key })
    .from(key.table)
    .where(gt(key, after))
    .orderBy(asc(key))
    .limit(1)
    .offset(limit - 1);
  return rows[0] && String(rows[0].key);
}

function questionsOf({ t }: PersistenceContext): Readonly<Record<string, Question>> {
  const { quotes, deposits, transfers, ledger, rollups, unattributed, leases, payouts } = t;
  const amounts = (key: SQLiteColumn, amount: SQLiteColumn): Question => ({
    key,
    ask: (context, isThere) => wrongAmounts(context, key, amount, isThere),
  });
  return {
    "leases of an address": { key: leases.addressKey, ask: sharedAddresses },
    "addresses of a request": { key: leases.requestId, ask: spreadRequests },
    "amounts of quotes": amounts(quotes.id, quotes.input),
    "amounts of deposits": amounts(deposits.key, deposits.value),
    "amounts of transfers": amounts(transfers.key, transfers.amount),
    "amounts of entries": amounts(ledger.id, ledger.amount),
    "amounts of totals, out": amounts(rollups.key, rollups.out),
    "amounts of totals, in": amounts(rollups.key, rollups.into),
    "amounts of unattributed money": amounts(unattributed.key, unattributed.value),
    "claims of outputs": { key: deposits.key, ask: strangeClaims },
    "settlements that are unattributed": { key: unattributed.key, ask: settledStrays },
    "invoices of entries": { key: ledger.id, ask: strangeEntries },
    "pull payments of payouts": { key: payouts.id, ask: strangePayouts },
  };
}

/** I-2: an address has one open lease. */
async function sharedAddresses(
  { db, t: { leases } }: PersistenceContext,
  isThere: SQL,
): Promise<readonly Violation[]> {
  const shared = await db
    .select({ key: leases.addressKey, times: count() })
    .from(leases)
    .where(and(isThere, isNull(leases.untilAt)))
    .groupBy(leases.addressKey)
    .having(gt(count(), 1));
  return shared.map(({ key, times }) => violation("I-2", `address ${key}`, `${times} leases of it are open`));
}

/** I-2: a request has one address. */
async function spreadRequests(
  { db, t: { leases } }: PersistenceContext,
  isThere: SQL,
): Promise<readonly Violation[]> {
  const times = countDistinct(leases.addressKey);
  const spread = await db
    .select({ requestId: leases.requestId, times })
    .from(leases)
    .where(isThere)
    .groupBy(leases.requestId)
    .having(gt(times, 1));
  return spread.map((row) =>
    violation("I-2", `request ${row.requestId}`, `${row.times} addresses are its own`),
  );
}

/** I-13: amounts are whole numbers of smallest units, of up to 78 digits. */
async function wrongAmounts(
  context: PersistenceContext,
  key: SQLiteColumn,
  amount: SQLiteColumn,
  isThere: SQL,
): Promise<readonly Violation[]> {
  const text = sql<string>`cast(${amount} as text)`;
  const rows = await context.db
    .select({ key, text })
    .from(key.table)
    .where(and(isThere, isNoAmount(context, amount)));
  return rows.map((row) => violation("I-13", String(row.key), `its amount is ${row.text}`));
}

/** PostgreSQL's own type leaves only the sign to be wrong. */
function isNoAmount({ database }: PersistenceContext, amount: SQLiteColumn): SQL {
  return database.dialect === "postgres"
    ? sql`${amount} < 0`
    : sql`(${amount} glob '*[^0-9]*' or length(${amount}) not between 1 and 78)`;
}

/** I-14: every claim belongs to an existing invoice, and is not also unattributed. */
async function strangeClaims({ db, t }: PersistenceContext, isThere: SQL): Promise<readonly Violation[]> {
  const { deposits, invoices, unattributed } = t;
  const rows = await db
    .select({ key: deposits.key, invoiceId: deposits.invoiceId, known: invoices.id })
    .from(deposits)
    .leftJoin(invoices, eq(invoices.id, deposits.invoiceId))
    .leftJoin(unattributed, and(eq(unattributed.key, deposits.key), eq(unattributed.state, "open")))
    .where(and(isThere, or(isNull(invoices.id), isNotNull(unattributed.key))));
  return rows.map(({ key, invoiceId, known }) => {
    const what =
      known === null ? "and there is no such invoice" : "and it is not among the unattributed funds";
    return violation("I-14", `output ${key}`, `it is credited to invoice ${invoiceId}, ${what}`);
  });
}

/** I-14: what has settled an invoice is not booked as refunded unattributed funds too. */
async function settledStrays({ db, t }: PersistenceContext, isThere: SQL): Promise<readonly Violation[]> {
  const { settlements, unattributed, ledger } = t;
  const { key, undone } = unattributed;
  const receipt = sql`${key} || ':unattributed.' || cast(${undone} as text) || ':refunded'`;
  const rows = await db
    .select({ key, invoiceId: settlements.invoiceId })
    .from(unattributed)
    .innerJoin(settlements, eq(settlements.proof, key))
    .innerJoin(ledger, eq(ledger.id, receipt))
    .where(and(isThere, eq(unattributed.state, "refunded")));
  return rows.map(({ key: output, invoiceId }) =>
    violation(
      "I-14",
      `output ${output}`,
      `it has settled invoice ${invoiceId}, and a refund has booked it as well`,
    ),
  );
}

/** I-15: entries are of invoices that there are. */
async function strangeEntries({ db, t }: PersistenceContext, isThere: SQL): Promise<readonly Violation[]> {
  const { ledger, invoices } = t;
  const rows = await db
    .select({ id: ledger.id, invoiceId: ledger.invoiceId })
    .from(ledger)
    .leftJoin(invoices, eq(invoices.id, ledger.invoiceId))
    .where(and(isThere, isNotNull(ledger.invoiceId), isNull(invoices.id)));
  return rows.map(({ id, invoiceId }) =>
    violation("I-15", `entry ${id}`, `it is of invoice ${invoiceId}, and there is no such invoice`),
  );
}

/** I-44: payouts are of pull payments that there are, and of the same store. */
async function strangePayouts(
  { db, t: { payouts, pullPayments } }: PersistenceContext,
  isThere: SQL,
): Promise<readonly Violation[]> {
  const rows = await db
    .select({ id: payouts.id, pullPaymentId: payouts.pullPaymentId, known: pullPayments.id })
    .from(payouts)
    .leftJoin(pullPayments, eq(pullPayments.id, payouts.pullPaymentId))
    .where(
      and(
        isThere,
        isNotNull(payouts.pullPaymentId),
        or(isNull(pullPayments.id), ne(pullPayments.storeId, payouts.storeId)),
      ),
    );
  return rows.map(({ id, pullPaymentId, known }) => {
    const what = known === null ? "there is no such pull payment" : "that is another store's";
    return violation("I-44", `payout ${id}`, `it is of pull payment ${pullPaymentId}, and ${what}`);
  });
}

function violation(id: string, subject: string, message: string): Violation {
  return { id, subject, message };
}
