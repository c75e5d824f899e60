import { openDatabase } from "../db/open.ts";
import type { NetworkStore } from "../network/store/open.ts";
import { tables as postgresTables } from "../network/store/schema.postgres.ts";
import { tables as sqliteTables } from "../network/store/schema.sqlite.ts";

/**
 * Runs something on the intent service's database, which may be open in the running service at the same time. Throws with a
 * sentence when the database cannot be opened.
 */
export async function withSharedStore<T>(url: string, use: (store: NetworkStore) => Promise<T>): Promise<T> {
  const { db, dialect, commit, close } = await openDatabase(url, "network", true);
  try {
    return await use({ db, commit, close, tables: dialect === "postgres" ? postgresTables : sqliteTables });
  } finally {
    await close();
  }
}
