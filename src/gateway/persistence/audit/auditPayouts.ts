import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Promised } from "../../domain/invariants/record.ts";
import type { PromisedRow } from "../../ports/booksPort.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { readable, type PersistenceContext } from "../context.ts";
import { toPayout, toPullPayment } from "../payouts/payoutRows.ts";

/** Pull payments with their payouts, as an audit reads them. */

/** The refunds of some invoices. Throws when one of their rows cannot be read. */
export async function refundsWithPayouts(
  context: PersistenceContext,
  invoiceIds: string[],
): Promise<readonly Promised[]> {
  const { db, t } = context;
  const found = await db.select().from(t.pullPayments).where(inArray(t.pullPayments.invoiceId, invoiceIds));
  const payouts = await payoutsOf(
    context,
    found.map(({ id }) => id),
  );
  return found.map((row) => promised(row, payouts));
}

/** Every pull payment, in the order of ids. */
export async function pullPaymentPage(
  context: PersistenceContext,
  after: string,
  limit: number,
): Promise<readonly PromisedRow[]> {
  const { pullPayments } = context.t;
  const page = context.db.select().from(pullPayments).where(gt(pullPayments.id, after));
  const rows = await page.orderBy(asc(pullPayments.id)).limit(limit);
  const payouts = await payoutsOf(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row): PromisedRow => {
    try {
      return { id: row.id, promised: promised(row, payouts) };
    } catch (error) {
      return { id: row.id, unreadable: String(error) };
    }
  });
}

/** Completed payouts, in the order of ids. */
export async function completedPayouts(
  context: PersistenceContext,
  after: string,
  limit: number,
): Promise<readonly Payout[]> {
  const { payouts } = context.t;
  const isNext = and(eq(payouts.state, "Completed"), gt(payouts.id, after));
  const rows = await context.db.select().from(payouts).where(isNext).orderBy(asc(payouts.id)).limit(limit);
  return readable(context, rows, toPayout);
}

type PayoutRow = Awaited<ReturnType<typeof payoutsOf>>[number];

async function payoutsOf({ db, t: { payouts } }: PersistenceContext, ids: string[]) {
  return ids.length === 0 ? [] : db.select().from(payouts).where(inArray(payouts.pullPaymentId, ids));
}

function promised(row: Parameters<typeof toPullPayment>[0], payouts: readonly PayoutRow[]): Promised {
  const its = payouts.filter(({ pullPaymentId }) => pullPaymentId === row.id);
  return { pullPayment: toPullPayment(row), payouts: its.map(toPayout) };
}
