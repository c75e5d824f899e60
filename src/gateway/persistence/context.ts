import { ConflictError, type Database, type Db, type Query, type Write } from "../../database/driver.ts";
import * as postgres from "./schema.postgres.ts";
import * as sqlite from "./schema.sqlite.ts";
import type { Tables } from "./tables.ts";

/** What every file of queries works with: the database and its tables in the right dialect. */
export type PersistenceContext = Readonly<{
  database: Database;
  db: Db;
  t: Tables;
  refused: Refused;
  /** Sends a notification of PostgreSQL with each new version of an invoice (announcements.ts). */
  notifies: boolean;
}>;

/** Called for every invalid row, which needs a person. */
export type Refused = (error: unknown) => void;

/** What the queries of the gateway share: database, tables, and the report of invalid rows. */
export function persistenceContext(
  database: Database,
  refused: Refused,
  notifies = false,
): PersistenceContext {
  const isPostgres = database.dialect === "postgres";
  const t = isPostgres ? postgres : sqlite;
  return { database, db: database.db, t, refused, notifies: notifies && isPostgres };
}

/** The rows of a list as domain objects. One that cannot be true is reported and left out: it must not hide the others. */
export function readable<Row, T>(
  { refused }: PersistenceContext,
  rows: readonly Row[],
  read: (row: Row) => T,
): readonly T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      refused(error);
      return [];
    }
  });
}

/** A write that must touch exactly one row, or the whole batch is undone. */
export function one(build: (db: Db) => Query, otherwise?: string): Write {
  return otherwise ? { rows: 1, build, otherwise: () => new ConflictError(otherwise) } : { rows: 1, build };
}
