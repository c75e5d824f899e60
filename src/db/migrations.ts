import fs from "node:fs";
import path from "node:path";
import { z } from "zod";

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** The time stamp of the newest migration that this build carries. */
export function latestMigration(folder: string): number {
  const journal = journalSchema.parse(
    JSON.parse(fs.readFileSync(path.join(folder, "meta/_journal.json"), "utf8")),
  );
  return Math.max(0, ...journal.entries.map(({ when }) => when));
}

/** Throws when the database was migrated by a newer Crosstill than this one: running on would lose what it knows. */
export function refuseNewerSchema(applied: number | undefined, carried: number): void {
  if (applied === undefined || applied <= carried) return;
  throw new Error(
    "The database was written by a newer Crosstill than this one. Start the newer version, or restore a backup from before the upgrade.",
  );
}
