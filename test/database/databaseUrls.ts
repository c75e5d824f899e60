import path from "node:path";
import type { Owner } from "../../src/database/open.ts";
import { newPostgresUrl } from "../support/migratedDatabases.ts";
import { isFull } from "../support/sizes.ts";

export type Engine = "sqlite" | "postgres";
export const ENGINES: readonly Engine[] = ["sqlite", "postgres"];

/**
 * Engines on which a journey of the intent service runs: SQLite, which takes half the processor time, and both with
 * JOURNEYS=full. The tests of the store cover the statements and the conflicts of each table on both engines.
 */
export function journeyEngines(): readonly Engine[] {
  return isFull ? ENGINES : ["sqlite"];
}

/** Gives URLs of new databases: files that do not exist yet, and on PostgreSQL the owner's migrated copies, or empty ones. */
export function databaseUrls(folder: string, owner?: Owner): (engine: Engine) => Promise<string> {
  let made = 0;
  return async (engine) => {
    const name = `drill${++made}`;
    if (engine === "sqlite") return path.join(folder, `${name}.db`);
    return newPostgresUrl(name, owner);
  };
}

/** A new database of the engine for a whole program; none means SQLite in the folder that the program creates. */
export async function newDatabase(engine: Engine, name: string): Promise<Readonly<{ databaseUrl?: string }>> {
  return engine === "sqlite" ? {} : { databaseUrl: await newPostgresUrl(name, "network") };
}
