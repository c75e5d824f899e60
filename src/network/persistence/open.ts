import type { Database, Db } from "../../database/driver.ts";
import { openDatabase } from "../../database/open.ts";
import { tables as postgresTables } from "./schema.postgres.ts";
import { tables as sqliteTables } from "./schema.sqlite.ts";
import type { NetworkTables } from "./tables.ts";

/** The intent service's database with its tables. Reads go through `db`; every write is data for `commit`. */
export type NetworkStore = Readonly<{
  db: Db;
  tables: NetworkTables;
  commit: Database["commit"];
  close: Database["close"];
}>;

/**
 * Opens the intent service's own database, and migrates it, or with "new" only one without tables. Behind a pooler `onUntimed` is told which timeouts the role lacks. Throws
 * with a sentence when it cannot.
 */
export async function openStore(
  url: string,
  poolSize?: number,
  onUntimed?: (missing: readonly string[]) => void,
  migrates: "all" | "new" = "all",
): Promise<NetworkStore & Readonly<{ database: Database }>> {
  const database = await openDatabase(url, "network", false, {
    ...(poolSize === undefined ? {} : { poolSize }),
    ...(onUntimed ? { onUntimed } : {}),
    migrates,
  });
  return {
    db: database.db,
    tables: database.dialect === "postgres" ? postgresTables : sqliteTables,
    commit: database.commit,
    close: database.close,
    database,
  };
}
