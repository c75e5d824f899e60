import fs from "node:fs";
import fsp from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeRunFolder, removeRunFolder, runFolder } from "./runFolder.ts";
import { oncePerRun } from "./oncePerRun.ts";
import { makeDatabase, startPostgres, type PostgresServer } from "./postgres.ts";

/**
 * One PostgreSQL server for a test run, started by the first suite of any process that wants it. `.mocharc.json` loads this
 * file, so that it ends with the run.
 */

const STOP_PATIENCE_MS = 30_000;
const LOOK_MS = 20;

export type Postgres = Pick<PostgresServer, "url">;

let own: PostgresServer | undefined; // started by this process
let made = 0;

/** Returns the shared server of this run, which stops by itself. Each database is new: empty, or a copy of another. */
export async function postgresOfRun(): Promise<Postgres> {
  const base = await oncePerRun("postgres", async () => {
    own = await startPostgres(runFolder());
    return own.base;
  });
  return { url: (name, template) => makeDatabase(base, `${name}_${process.pid}_${++made}`, template) };
}

export function mochaGlobalSetup(): void {
  makeRunFolder();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await own?.stop(); // else the library waits 10 s at exit for a server that we ended
  for (const name of await fsp.readdir(runFolder()))
    // one that a worker of a parallel run has left behind
    await end(path.join(runFolder(), name, "data", "postmaster.pid"));
  removeRunFolder();
}

/** SIGINT disconnects everybody and ends at once; the file goes when the server has. */
async function end(pidFile: string): Promise<void> {
  if (!fs.existsSync(pidFile)) return;
  process.kill(Number((await fsp.readFile(pidFile, "utf8")).split("\n")[0]), "SIGINT");
  const until = Date.now() + STOP_PATIENCE_MS;
  while (fs.existsSync(pidFile) && Date.now() < until) await wait(LOOK_MS);
}
