import fs from "node:fs";
import path from "node:path";
import { backUp } from "./backup.ts";
import type { DatabaseOptions } from "./driver.ts";
import { tablesAt } from "./schemaAt.ts";
import type { Session } from "./session.ts";

const KEPT = 5;

/**
 * Keeps an archive of a database that is about to be migrated, and the last five of them. Nothing is kept of one without
 * rows. Throws, so that nothing is migrated, when the archive cannot be written.
 */
export async function backUpBeforeMigration(
  session: Session,
  options: DatabaseOptions,
  schema: number,
): Promise<void> {
  const { backups } = options;
  if (!backups || !(await holdsRows(session, tablesAt(options.migrations, schema)))) return;
  const { owner, folder, onBackup } = backups;
  const prefix = `${backups.name}-before-migration-`;
  const name = (time: number) => path.join(folder, `${prefix}${schema + 1}-${stamp(time)}.jsonl.gz`);
  const about = { owner, about: { reason: "migration" } };
  const { file } = await backUp(session, options, about, name).catch((cause: unknown) => {
    throw new Error(
      `The database has to be migrated, and the backup of it that comes first cannot be written into ${folder}. Nothing was changed. Make room there, or set BACKUP_DIR to another folder.`,
      { cause },
    );
  });
  removeOldest(folder, prefix, KEPT);
  onBackup(file);
}

/** A moment as file names show it: 20261121T093000123Z. */
export function stamp(time: number): string {
  return new Date(time).toISOString().replace(/[-:.]/g, "");
}

async function holdsRows(session: Session, tables: ReturnType<typeof tablesAt>): Promise<boolean> {
  for (const { name } of tables)
    if ((await session.all(`select 1 from "${name}" limit 1`)).length > 0) return true;
  return false;
}

/** Keeps that many of the newest archives whose names begin so; what a crash left half written goes as well. */
export function removeOldest(folder: string, prefix: string, kept: number): void {
  const ours = fs.readdirSync(folder).filter((name) => name.startsWith(prefix));
  const whole = ours.filter((name) => name.endsWith(".gz"));
  const age = (name: string) => fs.statSync(path.join(folder, name)).mtimeMs;
  const old = whole.toSorted((a, b) => age(b) - age(a)).slice(kept);
  const torn = ours.filter((name) => name.endsWith(".partial"));
  for (const name of [...old, ...torn]) fs.rmSync(path.join(folder, name), { force: true });
}
