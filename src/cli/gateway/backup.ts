import fs from "node:fs";
import path from "node:path";
import type { Owner } from "../../database/driver.ts";
import { backUpDatabase } from "../../gateway/compose/server/backUpDatabase.ts";
import { noteBackup } from "../../gateway/usecases/lastBackup.ts";
import { isoTime } from "../../values/time.ts";
import { archivePlace, readArchiveArguments } from "./archiveArguments.ts";
import type { Command, Invocation } from "../command.ts";
import { nameOfDatabase } from "../network/store.ts";
import { withPersistence } from "./withPersistence.ts";

const SETTINGS: Readonly<Record<Owner, string>> = {
  gateway: "DATABASE_URL and DATA_DIR",
  network: "NETWORK_DATABASE_URL and DATA_DIR",
};

const SECRETS: Readonly<Record<Owner, string>> = {
  gateway: "digests of API keys and the sealed secrets of webhooks",
  network: "digests of API keys and signed transactions",
};

/** Writes everything that a database holds at one moment into a file, while the server runs. */
export const backup: Command = async (invocation) => {
  const { args, env, clock, print } = invocation;
  const { owner, file: named } = readArchiveArguments(args, "backup");
  if (named !== undefined) requireFolder(path.dirname(named));
  const place = archivePlace(env, owner); // the journal is measured before the snapshot is taken
  const { url, gateway } = place;
  const at = clock();
  const { file, header, trailer, rows } = await backUpDatabase(place, at, named);
  if (rows === 0)
    throw new Error(
      `There is nothing to back up: ${nameOfDatabase(url)} has no rows. Check ${SETTINGS[owner]}.`,
    );
  if (gateway) await noted(invocation, at);
  const lines = [
    `${file} holds ${rows} rows of ${Object.keys(trailer.rows).length} tables as they were at ${isoTime(header.time)}.`,
    `SHA-256 of the rows: ${trailer.rowsSha256}`,
    `It has ${SECRETS[owner]} in it: keep it as safe as the database.`,
  ];
  if (gateway)
    lines.push(
      `The journal is not in it. Copy ${(gateway.journalFiles.length > 0 ? gateway.journalFiles : [gateway.journalFile]).join(" and ")} as well, as often as you can, and the journals of other machines.`,
      (trailer.rows["sealed_keys"] ?? 0) > 0
        ? `The keys that open the secrets and sign the offers are in it, sealed. The master key that opens them is not (${gateway.masterKeyName ?? "MASTER_KEY_FILE, MASTER_KEY or MASTER_KEY_COMMAND"}): keep a copy of it in another place. Without it a restored database does not start.`
        : `Nor are the keys that open the secrets and sign the offers. Copy ${gateway.keyFiles.join(" and ")} once, to another place.`,
    );
  print(lines.join("\n"));
};

/** Remembers the backup for the server's pages. A database that cannot be written to has been backed up all the same. */
async function noted(invocation: Invocation, at: number): Promise<void> {
  await withPersistence(invocation, ({ persistence }) => noteBackup(persistence, at)).catch(() => {});
}

/** A folder that is made in passing may lie below the mount point of a disk that is not mounted. */
function requireFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Error(`There is no folder ${folder}. Make it, or mount its disk, and try again.`);
}
