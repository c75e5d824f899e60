import { ConflictError, type Database, type Db, type Query, type Write } from "../db/driver.ts";
import * as postgres from "./schema.postgres.ts";
import * as sqlite from "./schema.sqlite.ts";
import type { Tables } from "./tables.ts";

/** What every file of queries works with: the database and its tables in the right dialect. */
export type StoreContext = Readonly<{ database: Database; db: Db; t: Tables }>;

export function storeContext(database: Database): StoreContext {
  return { database, db: database.db, t: database.dialect === "postgres" ? postgres : sqlite };
}

/** A write that must touch exactly one row, or the whole batch is undone. */
export function one(build: (db: Db) => Query, otherwise?: string): Write {
  return otherwise ? { rows: 1, build, otherwise: () => new ConflictError(otherwise) } : { rows: 1, build };
}
