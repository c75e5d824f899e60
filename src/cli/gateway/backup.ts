import fs from "node:fs";
import path from "node:path";
import { backUp } from "../../database/backup.ts";
import { stamp } from "../../database/backUpBeforeMigration.ts";
import { withSession, type Owner } from "../../database/open.ts";
import { VERSION } from "../../runtime/version.ts";
import { isoTime } from "../../values/time.ts";
import { archivePlace, readArchiveArguments } from "./archiveArguments.ts";
import type { Command } from "../command.ts";
import { nameOfDatabase } from "../network/store.ts";

const SETTINGS: Readonly<Record<Owner, string>> = {
  gateway: "DATABASE_URL and DATA_DIR",
  network: "NETWORK_DATABASE_URL and DATA_DIR",
};

const SECRETS: Readonly<Record<Owner, string>> = {
  gateway: "digests of API keys and the sealed secrets of webhooks",
  network: "digests of API keys and signed transactions",
};

/** Writes everything that a database holds at one moment into a file, while the server runs. */
export const backup: Command = async ({ args, env, clock, print }) => {
  const { owner, file: named } = readArchiveArguments(args, "backup");
  if (named !== undefined) requireFolder(path.dirname(named));
  const { url, folder, gateway } = archivePlace(env, owner); // the journal is measured before the snapshot is taken
  const about = {
    version: VERSION,
    ...(gateway ? { mode: gateway.mode, journalBytes: gateway.journalBytes } : {}),
  };
  const nameFile = (time: number) => named ?? path.join(folder, `${owner}-${stamp(time)}.jsonl.gz`);
  const { file, header, trailer } = await withSession(url, owner, true, (session, options) =>
    backUp(session, options, { owner, about, at: clock() }, nameFile),
  );
  const counts = Object.values(trailer.rows);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  if (rows === 0) {
    fs.rmSync(file);
    throw new Error(
      `There is nothing to back up: ${nameOfDatabase(url)} has no rows. Check ${SETTINGS[owner]}.`,
    );
  }
  const lines = [
    `${file} holds ${rows} rows of ${counts.length} tables as they were at ${isoTime(header.time)}.`,
    `SHA-256 of the rows: ${trailer.rowsSha256}`,
    `It has ${SECRETS[owner]} in it: keep it as safe as the database.`,
  ];
  if (gateway)
    lines.push(
      `The journal is not in it. Copy ${gateway.journalFile} as well, as often as you can.`,
      `Nor are the keys that open the secrets and sign the offers. Copy ${gateway.keyFiles.join(" and ")} once, to another place.`,
    );
  print(lines.join("\n"));
};

/** A folder that is made in passing may lie below the mount point of a disk that is not mounted. */
function requireFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Error(`There is no folder ${folder}. Make it, or mount its disk, and try again.`);
}
