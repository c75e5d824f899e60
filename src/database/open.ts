import path from "node:path";
import { markRecovered, restoredAt } from "./bookkeeping.ts";
import type { Database, DatabaseOptions, Owner } from "./driver.ts";
import { openPostgres, POOL_SIZE, withPostgresSession } from "./postgres.ts";
import { serverUrls } from "./servers.ts";
import type { Session } from "./session.ts";
import { openSqlite, withSqliteSession } from "./sqlite.ts";
import { packageFile } from "../runtime/packageFile.ts";

export type { Owner } from "./driver.ts";
export { POOL_SIZE };

export const MOST_CONNECTIONS = 500; // of one process to PostgreSQL

/**
 * What a caller may decide about opening: see DatabaseOptions. Without a backup folder, backups go beside an SQLite file, and
 * into `dataDir` (./data) for PostgreSQL.
 */
export type Opening = Readonly<{
  recovering?: boolean;
  migrates?: "all" | "new" | "none";
  backupFolder?: string | undefined;
  dataDir?: string;
  onBackup?: (file: string) => void;
  poolSize?: number;
  onUntimed?: (settings: readonly string[]) => void;
}>;

/**
 * Opens the database that a URL names: postgres://… or a file path. An SQLite file belongs to one server, which migrates it;
 * `shared` is for commands that make a few rows while it runs, and never migrate.
 */
export async function openDatabase(
  url: string,
  owner: Owner,
  shared = false,
  opening: Opening = {},
): Promise<Database> {
  const migrates = opening.migrates ?? (shared ? "none" : "all");
  const options = { ...optionsOf(url, owner), ...openingOptions(url, owner, opening), migrates, shared };
  return isPostgres(url) ? openPostgres(options) : openSqlite(options);
}

/**
 * Asks a database in plain SQL over a connection of its own, without migrating it. With `shared`, an SQLite file must be
 * there and may be in use; else it is made and is this process' alone.
 */
export async function withSession<T>(
  url: string,
  owner: Owner,
  shared: boolean,
  use: (session: Session, options: DatabaseOptions) => Promise<T>,
): Promise<T> {
  const options = { ...optionsOf(url, owner), shared };
  const ask = (session: Session) => use(session, options);
  return isPostgres(url) ? withPostgresSession(options, ask) : withSqliteSession(options, ask);
}

/** The moment of the archive that a database was restored from, while it has not been recovered yet. */
export function restoredFrom(url: string, owner: Owner): Promise<number | undefined> {
  return withSession(url, owner, true, (session, { migrationsTable }) =>
    restoredAt(session, migrationsTable),
  );
}

/** Lets a restored database be started. */
export function endRecovery(url: string, owner: Owner): Promise<void> {
  return withSession(url, owner, true, (session, { migrationsTable }) =>
    markRecovered(session, migrationsTable),
  );
}

/** True when the URL names a PostgreSQL server. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

/** A database's name for files: that of its own file, or of the database on its server. */
export function databaseName(url: string): string {
  const name = isPostgres(url)
    ? new URL(serverUrls(url)[0] ?? url).pathname.slice(1)
    : path.basename(url, path.extname(url));
  return name.replace(/[^\w.-]/g, "_") || "database";
}

function optionsOf(url: string, owner: Owner): DatabaseOptions {
  const dialect = isPostgres(url) ? "postgres" : "sqlite";
  return {
    url,
    migrations: packageFile(
      path.join("migrations", owner === "gateway" ? dialect : path.join("network", dialect)),
    ),
    migrationsTable: `${owner}_migrations`,
    setting: owner === "gateway" ? "DATABASE_URL" : "NETWORK_DATABASE_URL",
  };
}

function openingOptions(url: string, owner: Owner, opening: Opening): Partial<DatabaseOptions> {
  const own = isPostgres(url) ? path.resolve(opening.dataDir ?? "data") : path.dirname(url);
  return {
    recovering: opening.recovering ?? false,
    ...(opening.poolSize === undefined ? {} : { poolSize: opening.poolSize }),
    onUntimed: opening.onUntimed,
    backups: {
      owner,
      name: databaseName(url),
      folder: opening.backupFolder || own,
      onBackup: opening.onBackup ?? (() => {}),
    },
  };
}
