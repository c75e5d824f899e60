import { and, asc, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { ConflictError, type Write } from "../../../database/driver.ts";
import type { Payouts } from "../../ports/payoutPort.ts";
import { bookingWrites } from "../books/bookLines.ts";
import { blockWrite, refundWrite } from "../books/unattributed.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import { eventWrites } from "../invoices/invoiceWrites.ts";
import { mailWrites } from "../mail/mails.ts";
import { fromPayout, fromPullPayment, toPayout, toPullPayment } from "./payoutRows.ts";

/** Pull payments and payouts. What a claim takes from a pull payment is kept in the same commit, by its version. */
export function payoutQueries(context: PersistenceContext): Payouts {
  const { database, db, t } = context;
  const { pullPayments, payouts } = t;
  const wasTried = sql`${payouts.body} like '%"formerRequests":["%'`; // or its metadata contain this text: the caller filters again
  return {
    async keep({ pullPayment, payout, unattributed, block, announcements, mail, booked }) {
      const writes = [
        ...(pullPayment
          ? [keeping(pullPayments, pullPayment.before, fromPullPayment(pullPayment.after))]
          : []),
        ...(payout ? [keeping(payouts, payout.before, fromPayout(payout.after))] : []),
        ...(unattributed ? [refundWrite(context, unattributed)] : []),
        ...(block ? [blockWrite(context, block)] : []),
        ...announcements.flatMap((one) => eventWrites(context, one.subject, one.told)),
        ...(booked ? bookingWrites(context, booked.booking, booked.at) : []),
        ...(mail ? mailWrites(context, mail.invoice, { owed: mail.owed }, mail.at) : []),
      ];
      await database.commit(writes).catch((error: unknown) => {
        throw isTaken(error)
          ? new ConflictError(`${payout?.after.proof?.key} has paid another payout.`)
          : error;
      });
    },

    async loadPullPayment(id) {
      const [row] = await db.select().from(pullPayments).where(eq(pullPayments.id, id));
      return row && toPullPayment(row);
    },

    async listPullPayments(storeId, { includeArchived, after, limit }) {
      const isWanted = and(
        eq(pullPayments.storeId, storeId),
        includeArchived ? undefined : eq(pullPayments.archived, false),
        after === undefined ? undefined : lt(pullPayments.id, after),
      );
      const rows = await db
        .select()
        .from(pullPayments)
        .where(isWanted)
        .orderBy(desc(pullPayments.id))
        .limit(limit);
      return readable(context, rows, toPullPayment);
    },

    async refundsOf(invoiceId) {
      const isIts = eq(pullPayments.invoiceId, invoiceId);
      const rows = await db.select().from(pullPayments).where(isIts).orderBy(asc(pullPayments.ordinal));
      return rows.map(toPullPayment); // one that cannot be read must not be forgotten: too much would be refunded
    },

    async refundsAmong(invoiceIds) {
      if (invoiceIds.length === 0) return new Map();
      const isIts = inArray(pullPayments.invoiceId, [...invoiceIds]);
      const rows = await db.select().from(pullPayments).where(isIts).orderBy(asc(pullPayments.ordinal));
      const all = rows.map(toPullPayment);
      const of = (id: string) => all.filter(({ refund }) => refund?.invoiceId === id);
      return new Map(invoiceIds.map((id) => [id, of(id)]));
    },

    async load(id) {
      const [row] = await db.select().from(payouts).where(eq(payouts.id, id));
      return row && toPayout(row);
    },

    async spentProofs(chainId, txHash) {
      const prefix = `${chainId}:${txHash}`;
      const ofTransaction = and(gte(payouts.proof, `${prefix}:`), lt(payouts.proof, `${prefix};`)); // ";" follows ":"
      const rows = await db.select({ proof: payouts.proof }).from(payouts).where(ofTransaction);
      return rows.flatMap(({ proof }) => proof ?? []);
    },

    async list({ storeId, pullPaymentId, states, triedSince, after, limit }) {
      const isWanted = and(
        storeId === undefined ? undefined : eq(payouts.storeId, storeId),
        pullPaymentId === undefined ? undefined : eq(payouts.pullPaymentId, pullPaymentId),
        states === undefined ? undefined : inArray(payouts.state, [...states]),
        triedSince === undefined ? undefined : and(gte(payouts.createdAt, triedSince), wasTried),
        after === undefined ? undefined : lt(payouts.id, after),
      );
      const rows = await db.select().from(payouts).where(isWanted).orderBy(desc(payouts.id)).limit(limit);
      return readable(context, rows, toPayout);
    },
  };
}

/**
 * The error of both databases when a unique index refuses an update: here only a proof can exist in another
 * row already.
 */
function isTaken(error: unknown): boolean {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && "code" in inner ? inner.code : undefined;
  return code === "SQLITE_CONSTRAINT_UNIQUE" || code === "23505";
}

type Table = PersistenceContext["t"]["pullPayments"] | PersistenceContext["t"]["payouts"];

/** A new row, or the next version of the one that was read. */
function keeping(
  table: Table,
  before: Readonly<{ id: string; version: number }> | undefined,
  row: Table["$inferInsert"],
): Write {
  const what = `${row.id} has changed, or is there already.`;
  if (!before)
    return one((tx) => tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id }), what);
  const isRead = and(eq(table.id, before.id), eq(table.version, before.version));
  return one((tx) => tx.update(table).set(row).where(isRead).returning({ id: table.id }), what);
}
