import type { Writable } from "node:stream";
import pg from "pg";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { connect, missingTimeouts, SESSION_TIMEOUTS } from "./connect.ts";
import {
  ConflictError,
  statementOf,
  type Database,
  type DatabaseOptions,
  type Db,
  type Statement,
  type Write,
} from "./driver.ts";
import { fencedWrites } from "./fence.ts";
import { migrateToLatest, requireLatest } from "./migrateToLatest.ts";
import { withMigrationLock } from "./migrationLock.ts";
import { createPool, isReadOnly, repeatUnavailable, type ServerPool } from "./postgresPool.ts";
import { readServers } from "./servers.ts";
import { postgresSession, type Session } from "./session.ts";
import { isUnavailable } from "./unavailable.ts";

export const POOL_SIZE = 10;
const ATTEMPTS = 3; // for serialization failures and deadlocks, which PostgreSQL asks us to repeat
const REPEATABLE = new Set(["40001", "40P01"]);
const DIVISION_BY_ZERO = "22012";

/** Opens (and migrates) a PostgreSQL database. Throws with a sentence when it cannot be reached or is from a newer Crosstill. */
export async function openPostgres(options: DatabaseOptions): Promise<Database> {
  const servers = readServers(options.url);
  const { client, pooled } = await connect(options, SESSION_TIMEOUTS, servers);
  try {
    await refuseUnsuitedServer(client, options);
    const session = postgresSession(client);
    if (options.migrates === "none") await requireLatest(session, options);
    else
      await withMigrationLock({ ...options, url: servers.current() }, () =>
        migrateToLatest(session, options),
      );
    const untimed = pooled ? await missingTimeouts(client) : [];
    if (untimed.length > 0) options.onUntimed?.(untimed);
  } finally {
    await client.end();
  }
  const pool = createPool(servers, { size: options.poolSize ?? POOL_SIZE, pooled });
  const db = drizzle(pool) as unknown as Db; // see columns.ts: same words, same shapes
  return {
    dialect: "postgres",
    db,
    commit: async (writes) => commit(pool, db, fencedWrites(db, writes)), // which throws what is known to be lost
    skipLocked: sql`for update skip locked`,
    plus: (column, amount) => sql`${column} + ${String(amount)}::numeric`,
    lineage: () => lineageOf(pool),
    close: () => pool.end(),
  };
}

const OLDEST_POSTGRES = 15; // major version: the oldest that the tests run on (docs/how-to/deploy.md)

/** Throws a sentence for a server that is too old, and for a database that cannot hold every character. */
export async function refuseUnsuitedServer(
  client: Pick<pg.ClientBase, "query">,
  { setting = "DATABASE_URL" }: Pick<DatabaseOptions, "setting">,
): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "select current_setting('server_version') as version, current_setting('server_encoding') as encoding",
  );
  const { version = "", encoding = "" } = rows[0] ?? {};
  if (Number.parseInt(version) < OLDEST_POSTGRES)
    throw new Error(
      `${setting} leads to PostgreSQL ${version}; Crosstill needs ${OLDEST_POSTGRES} or newer. Upgrade the server.`,
    );
  if (encoding !== "UTF8")
    throw new Error(
      `The database of ${setting} has the encoding ${encoding}, which lacks characters that names and orders contain. Make one with UTF8: createdb --encoding=UTF8 --template=template0 crosstill`,
    );
}

const LINEAGE =
  "select (select system_identifier from pg_control_system())::text || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as lineage";
const NOT_TO_BE_HAD = new Set(["42501", "42883", "55000"]); // not permitted, not known (managed services), in recovery

/** The timeline is that of the log now written: the control file follows only with the next checkpoint. */
async function lineageOf(pool: pg.Pool): Promise<string | undefined> {
  try {
    return (await pool.query<{ lineage: string }>(LINEAGE)).rows[0]?.lineage;
  } catch (error) {
    if (NOT_TO_BE_HAD.has(postgresCode(error))) return undefined;
    throw error;
  }
}

/**
 * Commits a batch, and repeats it when it is known that nothing of it was kept: no connection was to be had, the server
 * refused it, or the connection was lost before the commit. Where the answer to the commit is lost nothing is repeated.
 */
async function commit(pool: ServerPool, db: Db, writes: readonly Write[]): Promise<void> {
  const statements = writes.map((write) => counted(statementOf(write.build(db)), write.rows));
  const failure = await repeatUnavailable(async () => {
    const failed = await repeating(() => commitOnce(pool, writes, statements));
    if (failed?.undone && isUnavailable(failed.error)) throw failed.error;
    return failed;
  });
  if (failure) throw failure.error;
}

/** Why a batch failed. `undone`: it is certain that nothing of it was kept. */
type Failure = Readonly<{ error: unknown; undone: boolean }>;

/**
 * Sends all of a batch without waiting in between: one round trip, and the server stops at the first statement that fails.
 * A single write needs no transaction around it.
 */
async function commitOnce(
  pool: ServerPool,
  writes: readonly Write[],
  statements: readonly pg.QueryConfig[],
): Promise<Failure | undefined> {
  const isOne = statements.length === 1;
  const queries = isOne ? statements : ["begin", ...statements, "commit"]; // a commit undoes everything when something has failed
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return { error, undone: true };
  }
  let results: readonly PromiseSettledResult<unknown>[] = [];
  try {
    results = await sendTogether(client, queries);
  } finally {
    client.release(results.some((result) => result.status === "rejected" && isUnavailable(result.reason)));
  }
  const at = results.findIndex(({ status }) => status === "rejected");
  const failed = results[at];
  if (failed?.status !== "rejected") return undefined;
  const { reason } = failed as Readonly<{ reason: unknown }>;
  if (isReadOnly(reason)) pool.renew();
  const write = writes[isOne ? at : at - 1];
  if (write && postgresCode(reason) === DIVISION_BY_ZERO)
    return {
      error:
        write.otherwise?.() ??
        new ConflictError(`Expected a write to touch ${write.rows} row(s), it did not.`),
      undone: true,
    };
  return { error: reason, undone: isUndone(reason, at === results.length - 1) };
}

/**
 * Answers come in the order of the statements: one that the server itself refused before the commit means that it came to no
 * commit. A connection that ended without a word proves nothing.
 */
function isUndone(error: unknown, isLast: boolean): boolean {
  if (isReadOnly(error) || REPEATABLE.has(postgresCode(error))) return true;
  return error instanceof pg.DatabaseError && !isLast;
}

/** Sends queries one behind the other, in one piece where they fit: a piece each would cost more than all else. */
function sendTogether(
  client: pg.PoolClient,
  queries: readonly (string | pg.QueryConfig)[],
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const { stream } = (client as unknown as Connected).connection;
  stream.cork();
  try {
    return Promise.allSettled(queries.map((query) => client.query(query)));
  } finally {
    stream.uncork();
  }
}

type Connected = Readonly<{ connection: Readonly<{ stream: Writable }> }>; // public in pg, though missing in its types

/** The statement itself counts the rows that it touches, and divides by zero, which undoes it, when they are not as many as they had to be. */
function counted({ sql: text, params }: Statement, rows: Write["rows"]): pg.QueryConfig {
  const counting =
    rows === "any"
      ? text
      : `with touched as (${text}) select 1 / (case when count(*) = ${rows} then 1 else 0 end) from touched`;
  const name = nameOf(counting);
  return { text: counting, values: [...params], ...(name === undefined ? {} : { name }) };
}

const MOST_NAMES = 300; // each is kept by the server, once a connection
const names = new Map<string, string>();

/** The name under which the server keeps a text that it has read once; none for more texts than it should keep. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `crosstill_${names.size}`;
  names.set(text, name);
  return name;
}

/** Repeats at once what PostgreSQL asks to repeat. */
async function repeating(attempt: () => Promise<Failure | undefined>): Promise<Failure | undefined> {
  for (let tried = 1; ; tried++) {
    const failure = await attempt();
    if (!failure || tried >= ATTEMPTS || !REPEATABLE.has(postgresCode(failure.error))) return failure;
  }
}

function postgresCode(error: unknown): string {
  const inner = error instanceof Error && error.cause ? error.cause : error; // drizzle wraps the driver's error
  return inner instanceof Error && "code" in inner ? String(inner.code) : "";
}

/**
 * Queries a PostgreSQL database in plain SQL, over one connection. Unless others may use the database at
 * the same time (`shared`), the migration lock is held meanwhile.
 */
export async function withPostgresSession<T>(
  options: DatabaseOptions,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const servers = readServers(options.url);
  const { client } = await connect(options, SESSION_TIMEOUTS, servers);
  const ask = () => use(postgresSession(client));
  try {
    await refuseUnsuitedServer(client, options);
    return await (options.shared ? ask() : withMigrationLock({ ...options, url: servers.current() }, ask));
  } finally {
    await client.end();
  }
}
