import fs from "node:fs";
import path from "node:path";
import type { Database } from "../../src/database/driver.ts";
import { openDatabase, type Owner } from "../../src/database/open.ts";
import { copyMigrated, newPostgresUrl } from "./migratedDatabases.ts";
import { postgresOfRun } from "./postgresOfRun.ts";
import { runFolder } from "./runFolder.ts";

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
  onSqliteAlone(owner, define);
  describe("on postgres", () => define(onPostgres(openerOf(owner), nameOf(owner))));
}

function onSqliteAlone(owner: Owner | Opener, define: (open: OpenDatabase) => void): void {
  describe("on sqlite", () => define(onSqlite(openerOf(owner), nameOf(owner))));
}

const openerOf = (owner: Owner | Opener): Opener =>
  typeof owner === "string" ? (url) => openDatabase(url, owner) : owner;
const nameOf = (owner: Owner | Opener): Owner | undefined => (typeof owner === "string" ? owner : undefined);

/** DATABASES=full (and JOURNEYS=full, so `npm run test:long`) takes PostgreSQL too where SQLite alone is usual. */
const isFull = [process.env["DATABASES"], process.env["JOURNEYS"]].includes("full");

/**
 * Defines rules that stand above the stores: on SQLite, and with DATABASES=full on PostgreSQL too. What a store keeps is tested
 * on both by the suites of the stores (`onBothDatabases`); so is a race, or SQL that the tested code has of its own.
 */
export function onUsualDatabase(owner: Owner | Opener, define: (open: OpenDatabase) => void): void {
  if (isFull) onBothDatabases(owner, define);
  else onSqliteAlone(owner, define);
}

function onSqlite(opener: Opener, owner: Owner | undefined): OpenDatabase {
  let directory = "";
  let made = 0;
  before(() => {
    directory = fs.mkdtempSync(path.join(runFolder(), "sqlite-"));
  });
  const opened = closedAfterSuite(async () => fs.rmSync(directory, { recursive: true, force: true }));
  return async (name = `new${++made}`) => {
    const file = path.join(directory, `${name}.db`);
    if (owner && !fs.existsSync(file)) await copyMigrated(owner, file);
    return opened(await opener(file));
  };
}

function onPostgres(opener: Opener, owner: Owner | undefined): OpenDatabase {
  const urls = new Map<string, string>();
  let made = 0;
  before(startedInTime);
  const opened = closedAfterSuite(async () => {});
  return async (name = `new${++made}`) => {
    const url = urls.get(name) ?? (await newPostgresUrl(`test_${name}`, owner));
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

/**
 * Gives the DATABASE_URL of a new database for a whole application; undefined means SQLite in its data directory. It is
 * migrated, or empty where nobody owns it yet.
 */
export type NewDatabaseUrl = (owner?: "gateway" | "nobody") => Promise<string | undefined>;

export type Engines = readonly ("sqlite" | "postgres")[];

/** The engines of a whole application whose rules stand above the stores, as in `onUsualDatabase`. */
export const USUAL_ENGINES: Engines = isFull ? ["sqlite", "postgres"] : ["sqlite"];

/** Defines the same journeys with SQLite in the application's data directory, with a PostgreSQL database, or with each. */
export function onEngines(engines: Engines, define: (newUrl: NewDatabaseUrl) => void): void {
  if (engines.includes("sqlite")) describe("on sqlite", () => define(async () => undefined));
  if (engines.includes("postgres"))
    describe("on postgres", () => {
      before(startedInTime);
      define((owner = "gateway") => newPostgresUrl("app", owner === "nobody" ? undefined : owner));
    });
}

/** A hook: the first suite that wants the server waits for its start. */
async function startedInTime(this: Mocha.Context): Promise<void> {
  this.timeout(START_TIMEOUT_MS);
  await postgresOfRun();
}
