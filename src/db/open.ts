import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "./driver.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url)); // the same from src/db and build/db

/** The two owners of tables: the gateway and the intent service. They share nothing, not even a migrations folder. */
export type Owner = "gateway" | "network";

/**
 * Opens and migrates the database that a URL names: postgres://… or a file path. An SQLite file belongs to one server;
 * `shared` is for commands that make a few rows while it runs.
 */
export async function openDatabase(url: string, owner: Owner, shared = false): Promise<Database> {
  const postgres = isPostgres(url);
  const dialect = postgres ? "postgres" : "sqlite";
  const folder = owner === "gateway" ? dialect : path.join("network", dialect);
  const options = {
    url,
    migrations: path.join(MIGRATIONS, folder),
    migrationsTable: `${owner}_migrations`,
    shared,
    setting: owner === "gateway" ? "DATABASE_URL" : "NETWORK_DATABASE_URL",
  };
  return postgres ? openPostgres(options) : openSqlite(options);
}

/** True when the URL names a PostgreSQL server. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}
