import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import { insertRow } from "../../database/insertRow.ts";
import { preparedRead } from "../../database/prepared.ts";
import type { Store } from "../ports/storePort.ts";
import { one, type StoreContext } from "./context.ts";
import { toObservation } from "./invoices/invoiceRows.ts";
import type { Tables } from "./tables.ts";

type CheckpointQueries = Pick<Store, "readCheckpoint" | "writeCheckpoint" | "observed" | "decidedUpon">;

/** Small values with one current version, and the log of raw observations. */
export function checkpointQueries({ database, db, t }: StoreContext): CheckpointQueries {
  const { notes, observations } = t;
  const byName = preparedRead("note_by_name", () =>
    db
      .select()
      .from(notes)
      .where(eq(notes.name, sql.placeholder("name"))),
  );
  return {
    async readCheckpoint(name) {
      const [row] = await byName({ name });
      return row && { version: row.version, body: row.body, at: row.at };
    },

    writeCheckpoint: (name, body, at, version) =>
      database.commit([checkpointWrite(t, { name, body, at, version })]),

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

type Note = Readonly<{ name: string; body: unknown; at: number; version: number }>;

/** Writes a checkpoint if its `version` is still the one that was read; 0 when there was none. */
export function checkpointWrite({ notes }: Tables, { name, body, at, version }: Note): Write {
  if (version > 0)
    return one((tx) =>
      tx
        .update(notes)
        .set({ body, at, version: version + 1 })
        .where(and(eq(notes.name, name), eq(notes.version, version)))
        .returning({ name: notes.name }),
    );
  return one((tx) => insertRow(tx, notes, { name, body, at, version: 1 }, "unlessThere"));
}
