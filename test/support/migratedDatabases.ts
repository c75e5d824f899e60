import fs from "node:fs";
import path from "node:path";
import { openDatabase, type Owner } from "../../src/database/open.ts";
import { postgresOfRun } from "./postgresOfRun.ts";
import { oncePerRun } from "./oncePerRun.ts";
import { runFolder } from "./runFolder.ts";

/** Databases that are migrated once in a run and copied for every test that wants a new one. */

/** Writes a new, migrated SQLite database to this path. */
export async function copyMigrated(owner: Owner, file: string): Promise<void> {
  const original = await oncePerRun(`migrated-${owner}`, () =>
    migrate(owner, path.join(runFolder(), `migrated-${owner}.db`)),
  );
  fs.copyFileSync(original, file);
}

/** The URL of a new PostgreSQL database: a migrated one, or an empty one where nobody owns it yet. */
export async function newPostgresUrl(name: string, owner: Owner | undefined): Promise<string> {
  const server = await postgresOfRun();
  if (!owner) return server.url(name);
  const make = async () => migrate(owner, await server.url(`migrated_${owner}`));
  return server.url(name, await oncePerRun(`migrated-${owner}-url`, make));
}

async function migrate(owner: Owner, url: string): Promise<string> {
  const { close } = await openDatabase(url, owner);
  await close();
  return url;
}
