import fs from "node:fs";
import path from "node:path";
import { openDatabase, type Owner } from "../../src/database/open.ts";
import { postgresOfRun } from "./postgresOfRun.ts";
import { runFolder } from "./runFolder.ts";

/** Databases that are migrated once in a process and copied for every test that wants a new one. */

const files = new Map<Owner, Promise<string>>();
const urls = new Map<Owner, Promise<string>>();

/** Writes a new, migrated SQLite database to this path. */
export async function copyMigrated(owner: Owner, file: string): Promise<void> {
  const original = path.join(runFolder(), `migrated-${owner}-${process.pid}.db`);
  fs.copyFileSync(await once(files, owner, () => migrate(owner, original)), file);
}

/** The URL of a new PostgreSQL database: a migrated one, or an empty one where nobody owns it yet. */
export async function newPostgresUrl(name: string, owner: Owner | undefined): Promise<string> {
  const server = await postgresOfRun();
  if (!owner) return server.url(name);
  const make = async () => migrate(owner, await server.url(`migrated_${owner}`));
  return server.url(name, await once(urls, owner, make));
}

/** What `make` gave the first time that it succeeded. */
function once(made: Map<Owner, Promise<string>>, owner: Owner, make: () => Promise<string>): Promise<string> {
  const known = made.get(owner) ?? make();
  made.set(owner, known);
  known.catch(() => made.delete(owner));
  return known;
}

async function migrate(owner: Owner, url: string): Promise<string> {
  const { close } = await openDatabase(url, owner);
  await close();
  return url;
}
