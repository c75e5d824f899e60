import type { Session } from "./session.ts";

/**
 * The table of applied migrations, as drizzle makes it. A row of ours in it marks a restored database whose
 * journal has not been read back yet; its moment 0 is older than every migration.
 */
export function bookkeeping(dialect: Session["dialect"], table: string): string {
  return dialect === "postgres" ? `drizzle."${table}"` : `"${table}"`;
}

const RESTORED = "restored:"; // then the moment of the archive

/** Creates the table of applied migrations if it is missing. */
export async function createBookkeeping(session: Session, table: string): Promise<void> {
  const isPostgres = session.dialect === "postgres";
  const name = bookkeeping(session.dialect, table);
  const moment = isPostgres ? "bigint" : "numeric";
  if (isPostgres) await session.run("create schema if not exists drizzle");
  await session.run(
    `create table if not exists ${name} (id serial primary key, hash text not null, created_at ${moment})`,
  );
}

/** The time stamp of the newest migration, if there is one. */
export async function newestApplied(session: Session, table: string): Promise<number | undefined> {
  if (!(await exists(session, table))) return undefined;
  const name = bookkeeping(session.dialect, table);
  const [row] = await session.all(`select max(created_at) as newest from ${name}`);
  const newest = row?.["newest"];
  return newest === null || newest === undefined ? undefined : Number(newest);
}

/** The number of applied migrations, also of those that this program does not know. */
export async function countApplied(session: Session, table: string): Promise<number> {
  const name = bookkeeping(session.dialect, table);
  const [row] = await session.all(`select count(*) as applied from ${name} where created_at > 0`);
  return Number(row?.["applied"] ?? 0);
}

/** The moment of the archive that the database was restored from, until it has been recovered. */
export async function restoredAt(session: Session, table: string): Promise<number | undefined> {
  if (!(await exists(session, table))) return undefined;
  const name = bookkeeping(session.dialect, table);
  const [row] = await session.all(`select hash from ${name} where hash like '${RESTORED}%'`);
  return row && Number(String(row["hash"]).slice(RESTORED.length));
}

/** Marks the database as restored from an archive of that moment (milliseconds), until `markRecovered`. */
export async function markRestored(session: Session, table: string, archivedAt: number): Promise<void> {
  const name = bookkeeping(session.dialect, table);
  await session.run(`insert into ${name} (hash, created_at) values ('${RESTORED}${archivedAt}', 0)`);
}

/** Removes the mark of a restored database: its journal was read back. */
export async function markRecovered(session: Session, table: string): Promise<void> {
  await session.run(`delete from ${bookkeeping(session.dialect, table)} where hash like '${RESTORED}%'`);
}

async function exists(session: Session, table: string): Promise<boolean> {
  const found =
    session.dialect === "postgres"
      ? await session.all(`select 1 where to_regclass('drizzle.${table}') is not null`)
      : await session.all(`select 1 from sqlite_master where type = 'table' and name = '${table}'`);
  return found.length > 0;
}
