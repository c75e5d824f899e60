import { query } from "../../support/postgresServers.ts";
import { startPgBouncer, type PgBouncer } from "./pgbouncer.ts";
import { startDebianPostgres, type DebianPostgres } from "./postgres.ts";

/**
 * One PostgreSQL server of Debian for the whole suite, and PgBouncer in front of it. The script test:cluster requires this file,
 * whose set-up runs once, in the process that starts the others.
 */

const URLS = "CROSSTILL_TEST_CLUSTER"; // set by that process, inherited by the others

/** What a file uses of the servers. Each takes databases of its own. */
export type ClusterServers = Readonly<{
  /** Makes an empty database; gives its URL past the pooler. */
  newDatabase(name: string): Promise<string>;
  /** The URL of a database through PgBouncer in transaction mode. */
  pooled(name: string): string;
}>;

let postgres: DebianPostgres | undefined;
let bouncer: PgBouncer | undefined;

export async function mochaGlobalSetup(): Promise<void> {
  postgres = await startDebianPostgres();
  bouncer = await startPgBouncer(postgres.port);
  process.env[URLS] = [postgres.url("%"), bouncer.url("%")].join(" ");
}

export async function mochaGlobalTeardown(): Promise<void> {
  await bouncer?.stop();
  await postgres?.stop();
}

/** The servers of this run. Throws a sentence where the suite was not started by its script. */
export function postgresOfCluster(): ClusterServers {
  const [direct, pooled] = (process.env[URLS] ?? "").split(" ");
  if (!direct || !pooled)
    throw new Error("The servers of this suite are started by its script: npm run test:cluster.");
  return {
    async newDatabase(name) {
      await query(direct.replace("%", "postgres"), `create database "${name}"`);
      return direct.replace("%", name);
    },
    pooled: (name) => pooled.replace("%", name),
  };
}
