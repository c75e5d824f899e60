import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Database } from "../../src/db/driver.ts";
import { openDatabase, type Owner } from "../../src/db/open.ts";
import { postgresOfRun } from "./postgresOfRun.ts";

/** Opens a database: a new one without a name, the same one again (as after a restart) with the same name. */
export type OpenDatabase = (name?: string) => Promise<Database>;

/** Opens the database of a URL; a suite with tables of its own brings its own. */
export type Opener = (url: string) => Promise<Database>;

const START_TIMEOUT_MS = 60_000;

/**
 * Defines the same rules twice: on SQLite in a file and on a real PostgreSQL. Every database that a suite opens is closed
 * after it; closing one earlier is fine.
 */
export function onBothDatabases(owner: Owner | Opener, define: (open: OpenDatabase) => void): void {
  const opener: Opener = typeof owner === "function" ? owner : (url) => openDatabase(url, owner);
  describe("on sqlite", () => define(onSqlite(opener)));
  describe("on postgres", () => define(onPostgres(opener)));
}

function onSqlite(opener: Opener): OpenDatabase {
  let directory = "";
  let made = 0;
  before(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), "crosstill-sqlite-"));
  });
  const opened = closedAfterSuite(() => fs.rm(directory, { recursive: true, force: true }));
  return async (name = `new${++made}`) => opened(await opener(path.join(directory, `${name}.db`)));
}

function onPostgres(opener: Opener): OpenDatabase {
  const urls = new Map<string, string>();
  let made = 0;
  before(startedInTime);
  const opened = closedAfterSuite(async () => {});
  return async (name = `new${++made}`) => {
    const url = urls.get(name) ?? (await (await postgresOfRun()).url(`test_${name}`));
    urls.set(name, url);
    return opened(await opener(url));
  };
}

function closedAfterSuite(cleanUp: () => Promise<void>): (database: Database) => Database {
  const closers: (() => Promise<void>)[] = [];
  after(async () => {
    await Promise.all(closers.map((close) => close()));
    await cleanUp();
  });
  return (database) => {
    let closed: Promise<void> | undefined;
    const close = () => (closed ??= database.close());
    closers.push(close);
    return { ...database, close };
  };
}

/** Gives the DATABASE_URL of a new database for a whole application; undefined means SQLite in its data directory. */
export type NewDatabaseUrl = () => Promise<string | undefined>;

export type Engines = readonly ("sqlite" | "postgres")[];

/** Defines the same journeys with SQLite in the application's data directory, with a PostgreSQL database, or with each. */
export function onEngines(engines: Engines, define: (newUrl: NewDatabaseUrl) => void): void {
  if (engines.includes("sqlite")) describe("on sqlite", () => define(async () => undefined));
  if (engines.includes("postgres"))
    describe("on postgres", () => {
      before(startedInTime);
      define(async () => (await postgresOfRun()).url("app"));
    });
}

/** A hook: the first suite that wants the server waits for its start. */
async function startedInTime(this: Mocha.Context): Promise<void> {
  this.timeout(START_TIMEOUT_MS);
  await postgresOfRun();
}
