import path from "node:path";
import { startPostgres, type PostgresServer } from "../support/postgres.ts";

export type Engine = "sqlite" | "postgres";
export const ENGINES: readonly Engine[] = ["sqlite", "postgres"];

/** Gives URLs of databases that do not exist yet, or are empty. To be called once in a file, outside of describe. */
export function databaseUrls(folder: string): (engine: Engine) => Promise<string> {
  let server: Promise<PostgresServer> | undefined;
  let made = 0;
  after(async function () {
    this.timeout(60_000);
    if (server) await (await server).stop();
  });
  return async (engine) => {
    const name = `drill${++made}`;
    if (engine === "sqlite") return path.join(folder, `${name}.db`);
    server ??= startPostgres();
    return (await server).url(name);
  };
}
