import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Invoices } from "../../ports/persistencePort.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { readable, type PersistenceContext } from "../context.ts";
import { toInvoice } from "./invoiceRows.ts";

const MOST_KEPT = 2_000; // invoices in memory

/**
 * Pages of the invoices with a payment on its way. Several jobs walk them each second, and most have not changed since the walk
 * before: of those only id and version are read, and the invoice is the one of that walk. One that the merchant has labelled is
 * always read, because a label makes no version.
 */
export function movingInvoices(context: PersistenceContext): Invoices["moving"] {
  const { db, t } = context;
  const { invoices } = t;
  const kept = new LRUCache<string, Invoice>({ max: MOST_KEPT });
  const read = async (ids: readonly string[]): Promise<readonly Invoice[]> => {
    if (ids.length === 0) return [];
    const isOne = and(inArray(invoices.id, [...ids]), eq(invoices.moving, true));
    return readable(context, await db.select().from(invoices).where(isOne), toInvoice);
  };
  return async (after, limit) => {
    const rows = await db
      .select({
        id: invoices.id,
        version: invoices.version,
        archivedAt: invoices.archivedAt,
        isLabelled: sql<unknown>`${invoices.metadata} is not null`,
      })
      .from(invoices)
      .where(and(eq(invoices.moving, true), gt(invoices.id, after)))
      .orderBy(asc(invoices.id))
      .limit(limit);
    const page = new Map<string, Invoice>();
    for (const { id, version, archivedAt, isLabelled } of rows) {
      const known = kept.get(id);
      const isSame = known?.version === version && (known.archivedAt ?? null) === archivedAt && !isLabelled;
      if (known && isSame) page.set(id, known);
    }
    for (const invoice of await read(rows.map(({ id }) => id).filter((id) => !page.has(id)))) {
      kept.set(invoice.id, invoice);
      page.set(invoice.id, invoice);
    }
    return rows.flatMap(({ id }) => page.get(id) ?? []);
  };
}
