import fs from "node:fs";
import path from "node:path";
import type { CheckedArchive } from "../../../database/archive.ts";
import { backUp } from "../../../database/backup.ts";
import { stamp } from "../../../database/backUpBeforeMigration.ts";
import type { Owner } from "../../../database/driver.ts";
import { withSession } from "../../../database/open.ts";
import { VERSION } from "../../../runtime/version.ts";
import type { Instant } from "../../../values/time.ts";

/** A database to be backed up, and where its backups go. */
export type BackupPlace = Readonly<{
  owner: Owner;
  url: string;
  folder: string;
  gateway: Readonly<{ mode: string; journalBytes: number }> | undefined; // measured before the snapshot is taken
}>;

/** A backup that was made, and how many rows it holds; a file without any was deleted again. */
export type MadeBackup = CheckedArchive & Readonly<{ rows: number }>;

/** Writes everything that a database holds at one moment into a file, while the server runs: `named`, or one with the time in its name. */
export async function backUpDatabase(
  { owner, url, folder, gateway }: BackupPlace,
  at: Instant,
  named?: string,
): Promise<MadeBackup> {
  const about = {
    version: VERSION,
    ...(gateway ? { mode: gateway.mode, journalBytes: gateway.journalBytes } : {}),
  };
  const nameFile = (time: number) => named ?? path.join(folder, `${owner}-${stamp(time)}.jsonl.gz`);
  const made = await withSession(url, owner, true, (session, options) =>
    backUp(session, options, { owner, about, at }, nameFile),
  );
  const rows = Object.values(made.trailer.rows).reduce((sum, count) => sum + count, 0);
  if (rows === 0) fs.rmSync(made.file);
  return { ...made, rows };
}

/** How many bytes a journal has. */
export function journalSize(file: string): number {
  return fs.existsSync(file) ? fs.statSync(file).size : 0;
}
