import type { Column, SQL } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

/** The query builder that the stores use: portable words only. (PostgreSQL's is given this type; see columns.ts.) */
export type Db = BetterSQLite3Database;

/** SQL, and its parameters as the driver takes them. */
export type Statement = Readonly<{ sql: string; params: readonly unknown[] }>;

/** A query that gives the rows it touched: as built with drizzle (every write ends in `.returning(…)`), or made before (insertRow.ts). */
export type Query = PromiseLike<readonly unknown[]> | Statement;

/** The text and the parameters of a query. */
export function statementOf(query: Query): Statement {
  if ("params" in query) return query;
  return (query as unknown as Readonly<{ toSQL(): Statement }>).toSQL(); // every drizzle builder has it
}

/**
 * One write of a batch, as data: "run this; it must touch exactly `rows` rows", or any number of them.
 * When it touches another number, nothing of its batch is kept and `otherwise` (or ConflictError) is thrown.
 */
export type Write = Readonly<{ build(db: Db): Query; rows: number | "any"; otherwise?: () => Error }>;

/**
 * A concurrent write changed or created the same row. Read again, then decide again (optimistic
 * concurrency).
 */
export class ConflictError extends Error {
  override name = "ConflictError";
}

export type Database = Readonly<{
  dialect: "sqlite" | "postgres";
  db: Db;
  /** Keeps all of the writes or none. When it resolves they are on disk. */
  commit(writes: readonly Write[]): Promise<void>;
  /** An amount column plus an amount, exactly: for totals that are kept beside their parts. */
  plus(column: Column, amount: bigint): SQL;
  /** At the end of a query of rows to be claimed: leaves out those that another process is claiming now, instead of waiting. */
  skipLocked: SQL;
  /** System identifier and timeline of a PostgreSQL server; undefined when it cannot be found out. SQLite has none. */
  lineage?: () => Promise<string | undefined>;
  close(): Promise<void>;
}>;

/** Throws what the write wants thrown unless it touched the rows that it had to. */
export function requireRows(write: Write, touched: number): void {
  if (write.rows === "any" || touched === write.rows) return;
  throw (
    write.otherwise?.() ??
    new ConflictError(`Expected a write to touch ${write.rows} row(s), it touched ${touched}.`)
  );
}

/** The two owners of tables: the gateway and the intent service. They share nothing, not even a migrations folder. */
export type Owner = "gateway" | "network";

/**
 * Where a database lives, and which migrations and bookkeeping table are its own. `shared` lets a short command look in
 * beside the one server that owns an SQLite file.
 */
export type DatabaseOptions = Readonly<{
  url: string;
  migrations: string;
  migrationsTable: string;
  shared?: boolean;
  setting?: string; // which setting names it, for messages; DATABASE_URL where it is left out
  poolSize?: number; // connections to PostgreSQL; 10 where it is left out
  /** Is told which timeouts the role lacks behind a pooler, where Crosstill cannot set them itself. */
  onUntimed?: ((settings: readonly string[]) => void) | undefined;
  /** Which databases are migrated when they are opened: every one, those without tables, or none. */
  migrates?: "all" | "new" | "none";
  recovering?: boolean; // opens a restored database that has not been recovered yet
  /** The archive that is kept before a migration: none where this is left out. */
  backups?: Readonly<{ owner: Owner; name: string; folder: string; onBackup(file: string): void }>;
}>;
