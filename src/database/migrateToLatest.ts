import { backUpBeforeMigration } from "./backUpBeforeMigration.ts";
import { restoredAt } from "./bookkeeping.ts";
import type { DatabaseOptions } from "./driver.ts";
import { applyMigrations, appliedMigrations, carriedMigrations } from "./migrations.ts";
import { inTransaction, type Session } from "./session.ts";

/**
 * Brings a database up to date, after an archive of what it holds was kept. Throws, with nothing changed, when that cannot
 * be written, when the database is from a newer Crosstill, or when it was restored and not recovered yet.
 */
export async function migrateToLatest(session: Session, options: DatabaseOptions): Promise<void> {
  const applied = await appliedMigrations(session, options);
  await refuseUnrecovered(session, options);
  const carried = carriedMigrations(options);
  if (applied === carried) return;
  if (applied > 0 && options.migrates === "new") throw otherVersion(applied, carried, options);
  if (applied > 0) await backUpBeforeMigration(session, options, applied);
  await inTransaction(session, "write", async () => {
    if (session.dialect === "postgres") await session.run(PATIENT);
    await applyMigrations(session, options, carried);
  });
}

/**
 * Throws a sentence unless the database has the tables of this program. Commands do not migrate: a server of another version may
 * be running on the database.
 */
export async function requireLatest(session: Session, options: DatabaseOptions): Promise<void> {
  const applied = await appliedMigrations(session, options);
  await refuseUnrecovered(session, options);
  const carried = carriedMigrations(options);
  if (applied !== carried) throw otherVersion(applied, carried, options);
}

function otherVersion(
  applied: number,
  carried: number,
  { setting = "DATABASE_URL" }: DatabaseOptions,
): Error {
  const start =
    setting === "DATABASE_URL" ? '"crosstill migrate" or "crosstill serve"' : '"crosstill network"';
  if (applied === 0)
    return new Error(`The database that ${setting} names has no tables of Crosstill. Run ${start} once.`);
  return new Error(
    `The database is at version ${applied}, and this program at ${carried}. Run the command with the program of the running server, or stop that and run ${start} of this one (docs/how-to/upgrade.md).`,
  );
}

async function refuseUnrecovered(
  session: Session,
  { migrationsTable, recovering }: DatabaseOptions,
): Promise<void> {
  const restored = await restoredAt(session, migrationsTable);
  if (restored !== undefined && !recovering) throw new Error(NOT_RECOVERED);
}

/** A new index of a large table takes minutes; a lock that others hold must not stop them from working behind this one. */
const PATIENT = "set local statement_timeout = '1h'; set local lock_timeout = '5s'";

const NOT_RECOVERED =
  'This database was restored from a backup. What was issued after the backup is in the journal only: run "crosstill recover" before anything else, so that no payment is missed.';
