import { eq } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";

/** What the database was bound to under a name; undefined before that. */
export async function bindingOf(store: NetworkStore, name: string): Promise<string | undefined> {
  const { bindings } = store.tables;
  const [row] = await store.db.select().from(bindings).where(eq(bindings.name, name)).limit(1);
  return row?.value;
}

/** Binds a name for ever; nothing of the batch is kept when it is bound already. */
export function insertBinding({ tables: { bindings } }: NetworkStore, name: string, value: string): Write {
  return {
    rows: 1,
    build: (db) =>
      db.insert(bindings).values({ name, value }).onConflictDoNothing().returning({ name: bindings.name }),
  };
}
