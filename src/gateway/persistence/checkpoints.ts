import { and, eq, sql } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import { insertRow } from "../../database/insertRow.ts";
import { preparedRead } from "../../database/prepared.ts";
import type { Checkpoints } from "../ports/persistencePort.ts";
import { one, type PersistenceContext } from "./context.ts";
import type { Tables } from "./tables.ts";

/** Versioned key-value pairs. A writer that has not read the current version gets a ConflictError. */
export function checkpointQueries({ database, db, t }: PersistenceContext): Checkpoints {
  const { notes } = t;
  const byName = preparedRead("note_by_name", () =>
    db
      .select()
      .from(notes)
      .where(eq(notes.name, sql.placeholder("name"))),
  );
  return {
    async read(name) {
      const [row] = await byName({ name });
      return row && { version: row.version, body: row.body, at: row.at };
    },

    write: (name, body, at, version) => database.commit([checkpointWrite(t, { name, body, at, version })]),
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
