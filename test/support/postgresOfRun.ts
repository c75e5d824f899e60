import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startPostgres, type PostgresServer } from "./postgres.ts";

/**
 * One PostgreSQL server for each process of a test run, started by the first suite that wants it. `.mocharc.json` loads this
 * file, so that whatever was started ends with the run, also what a worker of a parallel run has left behind.
 */

const FOLDER = "CROSSTILL_TEST_RUN"; // tells the workers where the servers of this run are
const STOP_PATIENCE_MS = 30_000;
const LOOK_MS = 20;

export type Postgres = Pick<PostgresServer, "url">;

let server: Promise<Postgres> | undefined;

/** The server of this process; its databases are new and empty, and nobody needs to stop it. */
export function postgresOfRun(): Promise<Postgres> {
  return (server ??= startPostgres(process.env[FOLDER]));
}

export async function mochaGlobalSetup(): Promise<void> {
  process.env[FOLDER] = await fsp.mkdtemp(path.join(os.tmpdir(), "crosstill-run-"));
  await fsp.chmod(process.env[FOLDER], 0o755); // the server runs as another user, who must get through here
}

export async function mochaGlobalTeardown(): Promise<void> {
  const folder = process.env[FOLDER] ?? "";
  for (const name of await fsp.readdir(folder)) await end(path.join(folder, name, "data", "postmaster.pid"));
  await fsp.rm(folder, { recursive: true, force: true });
}

/** SIGINT disconnects everybody and ends at once; the file goes when the server has. */
async function end(pidFile: string): Promise<void> {
  if (!fs.existsSync(pidFile)) return;
  process.kill(Number((await fsp.readFile(pidFile, "utf8")).split("\n")[0]), "SIGINT");
  const until = Date.now() + STOP_PATIENCE_MS;
  while (fs.existsSync(pidFile) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
