import { and, eq } from "drizzle-orm";
import type { Write } from "../../../database/driver.ts";
import { insertRow } from "../../../database/insertRow.ts";
import type { Opening, Invoices } from "../../ports/persistencePort.ts";
import { one, type PersistenceContext } from "../context.ts";

/** Which invoice was opened last for what may have only one. */
export function openingQueries({ db, t: { openings } }: PersistenceContext): Pick<Invoices, "lastOpened"> {
  return {
    async lastOpened(subject) {
      const [row] = await db.select().from(openings).where(eq(openings.subject, subject));
      return row?.invoiceId;
    },
  };
}

/** The invoice is the one that was opened last, unless another has become that since the decision to make it. */
export function openingWrite(
  { t: { openings } }: PersistenceContext,
  { subject, before }: Opening,
  invoiceId: string,
): Write {
  const what = `Another invoice was opened for ${subject} meanwhile.`;
  if (before === undefined)
    return one((tx) => insertRow(tx, openings, { subject, invoiceId }, "unlessThere"), what);
  const isAsRead = and(eq(openings.subject, subject), eq(openings.invoiceId, before));
  return one(
    (tx) => tx.update(openings).set({ invoiceId }).where(isAsRead).returning({ subject: openings.subject }),
    what,
  );
}
