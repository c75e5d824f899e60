import { readMigrationFiles } from "drizzle-orm/migrator";
import { bookkeeping, countApplied, createBookkeeping, newestApplied } from "./bookkeeping.ts";
import type { DatabaseOptions } from "./driver.ts";
import type { Session } from "./session.ts";

/** How many migrations this program carries. */
export function carriedMigrations(options: DatabaseOptions): number {
  return readMigrationFiles({ migrationsFolder: options.migrations }).length;
}

/**
 * The number of applied migrations. Throws when the database is from a newer Crosstill, which could lose
 * data.
 */
export async function appliedMigrations(session: Session, options: DatabaseOptions): Promise<number> {
  const newest = await newestApplied(session, options.migrationsTable);
  const carried = readMigrationFiles({ migrationsFolder: options.migrations });
  if (newest !== undefined && newest > Math.max(0, ...carried.map(({ folderMillis }) => folderMillis))) {
    const found = await countApplied(session, options.migrationsTable);
    throw new Error(
      `The database was written by a newer Crosstill than this one: it is at version ${found}, and this program at ${carried.length}. Start the newer version, or restore a backup from before the upgrade.`,
    );
  }
  return carried.filter(({ folderMillis }) => newest !== undefined && folderMillis <= newest).length;
}

/**
 * Applies the migrations up to a number of them, within the caller's transaction. The bookkeeping is drizzle's, so that
 * databases which its own migrator has made go on.
 */
export async function applyMigrations(
  session: Session,
  options: DatabaseOptions,
  upTo: number,
): Promise<void> {
  await createBookkeeping(session, options.migrationsTable);
  const applied = await appliedMigrations(session, options);
  const all = readMigrationFiles({ migrationsFolder: options.migrations });
  for (const { sql, hash, folderMillis } of all.slice(applied, upTo)) {
    for (const statement of sql) await session.run(statement);
    const table = bookkeeping(session.dialect, options.migrationsTable);
    await session.run(`insert into ${table} (hash, created_at) values ('${hash}', ${folderMillis})`); // hex and a number
  }
}
