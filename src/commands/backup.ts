import path from "node:path";
import { backUp } from "../db/backup.ts";
import { stamp } from "../db/backUpFirst.ts";
import { withSession } from "../db/open.ts";
import { VERSION } from "../network/version.ts";
import { isoTime } from "../time.ts";
import { archivePlace, readArchiveArguments } from "./archiveArguments.ts";
import type { Command } from "./command.ts";

const USAGE = "backup [--network] [file]";

/** Writes everything that a database holds at one moment into a file, while the server runs. */
export const backup: Command = async ({ args, env, clock, print }) => {
  const { owner, file: named } = readArchiveArguments(args, USAGE);
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
  const lines = [
    `${file} holds ${rows} rows of ${counts.length} tables as they were at ${isoTime(header.time)}.`,
    `SHA-256 of the rows: ${trailer.rowsSha256}`,
    "It has digests of API keys and the secrets of webhooks in it: keep it as safe as the database.",
  ];
  if (gateway)
    lines.push(`The journal is not in it. Copy ${gateway.journalFile} as well, as often as you can.`);
  print(lines.join("\n"));
};
