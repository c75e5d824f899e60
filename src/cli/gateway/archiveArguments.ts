import path from "node:path";
import { journalsOf } from "../../gateway/persistence/journalFiles.ts";
import { journalSize } from "../../gateway/compose/server/backUpDatabase.ts";
import { loadConfig } from "../../gateway/compose/config.ts";
import type { Owner } from "../../database/driver.ts";
import type { Invocation } from "../command.ts";
import { networkDatabaseUrl } from "../network/config.ts";
import { readArguments } from "../arguments.ts";

/** What backing up and restoring need to know about a database. */
export type ArchivePlace = Readonly<{
  owner: Owner;
  url: string;
  folder: string; // where backups go unless a file is named
  /** Of the gateway only: which mode it is for, and the journal beside the database. */
  gateway:
    | Readonly<{
        mode: string;
        journalFile: string;
        journalFiles: readonly string[]; // those that are there
        journalBytes: number;
        keyFiles: readonly string[];
        masterKeyName: string | undefined; // the setting that gives it
      }>
    | undefined;
}>;

/** Reads "[--network] [file]". Throws with the usage for anything else. */
export function readArchiveArguments(
  args: readonly string[],
  command: "backup" | "restore",
): Readonly<{ owner: Owner; file: string | undefined }> {
  const given = readArguments(args, command, { words: 1 });
  const [file] = given.words;
  return { owner: given.has("network") ? "network" : "gateway", file: file && path.resolve(file) };
}

/** The database of an owner by the settings. */
export function archivePlace(env: Invocation["env"], owner: Owner): ArchivePlace {
  const folder = path.resolve(env["BACKUP_DIR"] || env["DATA_DIR"] || "./data");
  if (owner === "network") {
    const problems: string[] = [];
    const url = networkDatabaseUrl(env, problems);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return { owner, url, folder, gateway: undefined };
  }
  const { mode, databaseUrl: url, journalFile, secretsKeyFile, signingKeyFile, masterKey } = loadConfig(env);
  const journalFiles = journalsOf(journalFile);
  const journalBytes = journalFiles.reduce((sum, file) => sum + journalSize(file), 0);
  const keyFiles = [secretsKeyFile, signingKeyFile];
  return {
    owner,
    url,
    folder,
    gateway: { mode, journalFile, journalFiles, journalBytes, keyFiles, masterKeyName: masterKey?.name },
  };
}
