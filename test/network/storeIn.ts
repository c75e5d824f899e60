import type { Database } from "../../src/database/driver.ts";
import type { NetworkStore } from "../../src/network/persistence/open.ts";
import { tables as postgresTables } from "../../src/network/persistence/schema.postgres.ts";
import { tables as sqliteTables } from "../../src/network/persistence/schema.sqlite.ts";

/** The intent service's store in a database of a test. */
export function storeIn({ db, dialect, commit, close }: Database): NetworkStore {
  return { db, commit, close, tables: dialect === "postgres" ? postgresTables : sqliteTables };
}
