import {
  and,
  countDistinct,
  count,
  eq,
  gt,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import type { Violation } from "../accounting/invariants/record.ts";
import type { StoreContext } from "./context.ts";

const MOST = 100; // of a kind; where there are more, these are enough to begin with

/** What contradicts itself between invoices: each kind is one question to the whole database, which answers at one moment. */
export async function contradictionsIn(context: StoreContext): Promise<readonly Violation[]> {
  return [
    ...(await sharedAddresses(context)),
    ...(await wrongAmounts(context)),
    ...(await strangeClaims(context)),
    ...(await strangeEntries(context)),
    ...(await strangePayouts(context)),
  ];
}

/** I-2: an address has one open lease, and a request one address. */
async function sharedAddresses({ db, t: { leases } }: StoreContext): Promise<readonly Violation[]> {
  const shared = await db
    .select({ key: leases.addressKey, times: count() })
    .from(leases)
    .where(isNull(leases.untilAt))
    .groupBy(leases.addressKey)
    .having(gt(count(), 1))
    .limit(MOST);
  const spread = await db
    .select({ requestId: leases.requestId, times: countDistinct(leases.addressKey) })
    .from(leases)
    .groupBy(leases.requestId)
    .having(gt(countDistinct(leases.addressKey), 1))
    .limit(MOST);
  return [
    ...shared.map(({ key, times }) => violation("I-2", `address ${key}`, `${times} leases of it are open`)),
    ...spread.map(({ requestId, times }) => violation("I-2", `request ${requestId}`, `${times} addresses are its own`)),
  ]; // prettier-ignore
}

/** I-13: amounts are whole numbers of smallest units, of up to 78 digits. */
async function wrongAmounts(context: StoreContext): Promise<readonly Violation[]> {
  const { quotes, deposits, transfers, ledger, rollups, unattributed } = context.t;
  const found: Violation[] = [];
  for (const [table, key, amount] of [
    [quotes, quotes.id, quotes.input],
    [deposits, deposits.key, deposits.value],
    [transfers, transfers.key, transfers.amount],
    [ledger, ledger.id, ledger.amount],
    [rollups, rollups.key, rollups.out],
    [rollups, rollups.key, rollups.into],
    [unattributed, unattributed.key, unattributed.value],
  ] as const) {
    const text = sql<string>`cast(${amount} as text)`;
    const rows = await context.db.select({ key, text }).from(table).where(isNoAmount(context, amount)).limit(MOST);
    found.push(...rows.map((row) => violation("I-13", String(row.key), `its amount is ${row.text}`)));
  }
  return found;
} // prettier-ignore

/** PostgreSQL's own type leaves only the sign to be wrong. */
function isNoAmount({ database }: StoreContext, amount: Column): SQL {
  return database.dialect === "postgres"
    ? sql`${amount} < 0`
    : sql`(${amount} glob '*[^0-9]*' or length(${amount}) not between 1 and 78)`;
}

/** I-14: what is credited is credited to an invoice that there is, and is not nobody's as well. */
async function strangeClaims({ db, t }: StoreContext): Promise<readonly Violation[]> {
  const { deposits, invoices, unattributed } = t;
  const rows = await db
    .select({ key: deposits.key, invoiceId: deposits.invoiceId, known: invoices.id })
    .from(deposits)
    .leftJoin(invoices, eq(invoices.id, deposits.invoiceId))
    .leftJoin(unattributed, and(eq(unattributed.key, deposits.key), eq(unattributed.state, "open")))
    .where(or(isNull(invoices.id), isNotNull(unattributed.key)))
    .limit(MOST);
  return rows.map(({ key, invoiceId, known }) => {
    const what = known === null ? "and there is no such invoice" : "and it is nobody's as well";
    return violation("I-14", `output ${key}`, `it is credited to invoice ${invoiceId}, ${what}`);
  });
}

/** I-15: entries are of invoices that there are. */
async function strangeEntries({ db, t }: StoreContext): Promise<readonly Violation[]> {
  const { ledger, invoices } = t;
  const rows = await db
    .select({ id: ledger.id, invoiceId: ledger.invoiceId })
    .from(ledger)
    .leftJoin(invoices, eq(invoices.id, ledger.invoiceId))
    .where(and(isNotNull(ledger.invoiceId), isNull(invoices.id)))
    .limit(MOST);
  return rows.map(({ id, invoiceId }) =>
    violation("I-15", `entry ${id}`, `it is of invoice ${invoiceId}, and there is no such invoice`),
  );
}

/** I-44: payouts are of pull payments that there are, and of the same store. */
async function strangePayouts({ db, t: { payouts, pullPayments } }: StoreContext): Promise<readonly Violation[]> {
  const rows = await db
    .select({ id: payouts.id, pullPaymentId: payouts.pullPaymentId, known: pullPayments.id })
    .from(payouts)
    .leftJoin(pullPayments, eq(pullPayments.id, payouts.pullPaymentId))
    .where(and(isNotNull(payouts.pullPaymentId), or(isNull(pullPayments.id), ne(pullPayments.storeId, payouts.storeId))))
    .limit(MOST);
  return rows.map(({ id, pullPaymentId, known }) => {
    const what = known === null ? "there is no such pull payment" : "that is another store's";
    return violation("I-44", `payout ${id}`, `it is of pull payment ${pullPaymentId}, and ${what}`);
  });
} // prettier-ignore

function violation(id: string, subject: string, message: string): Violation {
  return { id, subject, message };
}
