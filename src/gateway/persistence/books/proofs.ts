import type { Ledger } from "../../ports/booksPort.ts";
import { asc, eq } from "drizzle-orm";
import { decidedOf } from "../audit/audit.ts";
import type { PersistenceContext } from "../context.ts";

/** What stands in a proof pack beside the invoice itself. Both tables are found by invoice, which is indexed. */
export function proofQueries(context: PersistenceContext): Pick<Ledger, "proofRecord"> {
  const { db, t } = context;
  return {
    async proofRecord(invoiceId) {
      const isIts = eq(t.quotes.invoiceId, invoiceId);
      const quotes = await db.select().from(t.quotes).where(isIts).orderBy(asc(t.quotes.id));
      return { quotes, decided: await decidedOf(context, [invoiceId]) };
    },
  };
}
