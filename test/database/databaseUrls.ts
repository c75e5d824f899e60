import path from "node:path";
import { postgresOfRun } from "../support/postgresOfRun.ts";

export type Engine = "sqlite" | "postgres";
export const ENGINES: readonly Engine[] = ["sqlite", "postgres"];

/** Gives URLs of databases that do not exist yet, or are empty. */
export function databaseUrls(folder: string): (engine: Engine) => Promise<string> {
  let made = 0;
  return async (engine) => {
    const name = `drill${++made}`;
    if (engine === "sqlite") return path.join(folder, `${name}.db`);
    return (await postgresOfRun()).url(name);
  };
}
