import path from "node:path";
import { newPostgresUrl } from "../support/migratedDatabases.ts";

export type Engine = "sqlite" | "postgres";
export const ENGINES: readonly Engine[] = ["sqlite", "postgres"];

/**
 * Engines on which a journey of the intent service runs: the named one, and both with JOURNEYS=full. The statements of each
 * table are tested on both engines by the persistence tests, so that a journey needs one.
 */
export function journeyEngines(engine: Engine): readonly Engine[] {
  return process.env["JOURNEYS"] === "full" ? ENGINES : [engine];
}

/** Gives URLs of new databases of the intent service: files that do not exist yet, or migrated copies. */
export function databaseUrls(folder: string): (engine: Engine) => Promise<string> {
  let made = 0;
  return async (engine) => {
    const name = `drill${++made}`;
    if (engine === "sqlite") return path.join(folder, `${name}.db`);
    return newPostgresUrl(name, "network");
  };
}

/** A new database of the engine for a whole program; none means SQLite in the folder that the program creates. */
export async function newDatabase(engine: Engine, name: string): Promise<Readonly<{ databaseUrl?: string }>> {
  return engine === "sqlite" ? {} : { databaseUrl: await newPostgresUrl(name, "network") };
}
