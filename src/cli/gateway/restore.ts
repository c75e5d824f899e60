import fs from "node:fs";
import { checkArchive, type ArchiveHeader } from "../../database/archive.ts";
import { restore } from "../../database/restore.ts";
import { withSession, type Owner } from "../../database/open.ts";
import { isoTime } from "../../values/time.ts";
import { archivePlace, readArchiveArguments } from "./archiveArguments.ts";
import type { Command } from "../command.ts";
import { nameOfDatabase } from "../network/store.ts";
import { USAGE } from "../usage.ts";

/** Fills a new, empty database from a backup: all of it, or nothing. */
export const restoreCommand: Command = async ({ args, env, print, note }) => {
  const { owner, file } = readArchiveArguments(args, "restore");
  if (file === undefined)
    throw new Error(`The file of the backup is missing. Usage: crosstill ${USAGE.restore}`);
  if (!fs.existsSync(file)) throw new Error(`There is no file ${file}.`);
  const { url, gateway } = archivePlace(env, owner);
  const archive = await checkArchive(file); // before anything is written
  const { header, trailer } = archive;
  requireArchiveOf(owner, file, header);
  const { mode } = header.about;
  if (gateway && mode !== undefined && mode !== gateway.mode) {
    throw new Error(
      `${file} was made in ${mode} mode and CROSSTILL_MODE is ${gateway.mode}: addresses and keys of one must never be used in the other.`,
    );
  }
  note(`Restoring what was there at ${isoTime(header.time)} into ${nameOfDatabase(url)}.`);
  await withSession(url, owner, false, (session, options) => restore(session, options, owner, archive));
  const width = Math.max(...Object.keys(trailer.rows).map((table) => table.length));
  const counts = Object.entries(trailer.rows).map(([table, rows]) => `  ${table.padEnd(width)}  ${rows}`);
  const keys =
    gateway && (trailer.rows["sealed_keys"] ?? 0) > 0
      ? [
          "Its keys are sealed: it starts with the master key of that time only (MASTER_KEY_FILE, MASTER_KEY or MASTER_KEY_COMMAND).",
        ]
      : [];
  const next = gateway
    ? `Next: "crosstill recover", which reads what was issued after the backup from ${gateway.journalFile} (JOURNAL_FILE). Crosstill does not start on this database before that.`
    : "Do not start the intent service on it unless nothing was paid after the backup: it would not know what was signed, and could pay again (docs/how-to/operate-the-intent-service.md).";
  print(
    [
      `Restored ${nameOfDatabase(url)}; every row was read again and compared:`,
      ...counts,
      ...keys,
      next,
    ].join("\n"),
  );
};

/** Asked before the database is opened, because opening makes a file. */
function requireArchiveOf(owner: Owner, file: string, header: ArchiveHeader): void {
  if (header.owner === owner) return;
  const [is, how] =
    header.owner === "network" ? ["intent service", "with --network"] : ["gateway", "without --network"];
  throw new Error(`${file} is an archive of the ${is}: restore it ${how}.`);
}
