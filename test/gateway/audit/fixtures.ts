import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { openDatabase, withSession } from "../../../src/database/open.ts";

const FOLDER = fileURLToPath(new URL("fixtures/", import.meta.url));

/** The rows of a database in which nothing is wrong (generate.ts). */
export const HEALTHY_FILE = `${FOLDER}healthy.sql`;

/** The ids of the invariants that have a fixture: statements that break exactly that one in the healthy database. */
export const FIXTURES: readonly string[] = fs
  .readdirSync(FOLDER)
  .filter((name) => /^I-\d+\.sql$/.test(name))
  .map((name) => name.slice(0, -".sql".length))
  .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));

/** Makes an SQLite database with the healthy rows. */
export async function makeHealthy(file: string): Promise<void> {
  const database = await openDatabase(file, "gateway");
  await database.close();
  await run(file, HEALTHY_FILE);
}

/** Breaks one invariant in a copy of the database. */
export async function breakCopy(healthy: string, file: string, id: string): Promise<void> {
  fs.copyFileSync(healthy, file);
  await run(file, `${FOLDER}${id}.sql`);
}

function run(file: string, script: string): Promise<void> {
  return withSession(file, "gateway", true, (session) => session.run(fs.readFileSync(script, "utf8")));
}
