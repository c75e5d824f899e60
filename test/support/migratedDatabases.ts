import fs from "node:fs";
import path from "node:path";
import { openDatabase, type Owner } from "../../src/db/open.ts";
import { postgresOfRun } from "./postgresOfRun.ts";
import { runFolder } from "./runFolder.ts";

/** Databases that are migrated once in a process and copied for every test that wants a new one. */

const files = new Map<Owner, Promise<string>>();
const urls = new Map<Owner, Promise<string>>();

/** Writes a new, migrated SQLite database to this path. */
export async function copyMigrated(owner: Owner, file: string): Promise<void> {
  const made =
    files.get(owner) ?? migrate(owner, path.join(runFolder(), `migrated-${owner}-${process.pid}.db`));
  files.set(owner, made);
  fs.copyFileSync(await made, file);
}

/** The URL of a new PostgreSQL database: a migrated one, or an empty one where nobody owns it yet. */
export async function newPostgresUrl(name: string, owner: Owner | undefined): Promise<string> {
  const server = await postgresOfRun();
  if (!owner) return server.url(name);
  const made = urls.get(owner) ?? server.url(`migrated_${owner}`).then((url) => migrate(owner, url));
  urls.set(owner, made);
  return server.url(name, await made);
}

async function migrate(owner: Owner, url: string): Promise<string> {
  const { close } = await openDatabase(url, owner);
  await close();
  return url;
}
