import { and, asc, eq, isNotNull } from "drizzle-orm";
import { insertRow } from "../../../database/insertRow.ts";
import type { Invoices } from "../../ports/persistencePort.ts";
import { one, type PersistenceContext } from "../context.ts";
import { toObservation } from "./invoiceRows.ts";

/** The log of what was observed of invoices, and which of it was decided upon. */
export function observationQueries({
  database,
  db,
  t: { observations },
}: PersistenceContext): Pick<Invoices, "observed" | "decidedUpon"> {
  return {
    observed: (invoiceId, source, at, body) =>
      database.commit([one((tx) => insertRow(tx, observations, { invoiceId, source, at, body }))]),

    async decidedUpon(invoiceId) {
      const isDecision = and(eq(observations.invoiceId, invoiceId), isNotNull(observations.version));
      const rows = await db.select().from(observations).where(isDecision).orderBy(asc(observations.version));
      return rows.map(({ version, source, seen }) => {
        const what = `observation of version ${version} of invoice ${invoiceId}`;
        return { version: version ?? 0, source, seen: toObservation(seen, what) };
      });
    },
  };
}
