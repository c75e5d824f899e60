import type { Writable } from "node:stream";
import pg from "pg";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
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
import { migrateToLatest } from "./migrateToLatest.ts";
import { postgresSession, type Session } from "./session.ts";
import { isUnavailable } from "./unavailable.ts";

const POOL_SIZE = 10;
const ATTEMPTS = 3; // for serialization failures and deadlocks, which PostgreSQL asks us to repeat
const REPEATABLE = new Set(["40001", "40P01"]);
const DIVISION_BY_ZERO = "22012";
const MIGRATION_LOCK = 7_305_001; // any constant: two processes that start together must not migrate together

/** Opens (and migrates) a PostgreSQL database. Throws with a sentence when it cannot be reached or is from a newer Crosstill. */
export async function openPostgres(options: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: POOL_SIZE,
    pipeline: true, // what one caller sends at once goes out at once (commitOnce)
    connectionTimeoutMillis: 5_000,
    options: "-c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=10000",
  });
  // A connection may drop at any time: its query reports that, and the pool replaces it. Without a listener on the client
  // itself, which the pool keeps only while it is idle, it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  const db = drizzle(pool) as unknown as Db; // see columns.ts: same words, same shapes
  try {
    await migrateAlone(pool, options);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    dialect: "postgres",
    db,
    async commit(writes) {
      const all = fencedWrites(db, writes);
      await repeating(() => commitOnce(pool, db, all));
    },
    skipLocked: sql`for update skip locked`,
    plus: (column, amount) => sql`${column} + ${String(amount)}::numeric`,
    close: () => pool.end(),
  };
}

/**
 * Sends all of a batch without waiting in between: one round trip, and the server stops at the first statement that fails.
 * A single write needs no transaction around it.
 */
async function commitOnce(pool: pg.Pool, db: Db, writes: readonly Write[]): Promise<void> {
  const statements = writes.map((write) => counted(statementOf(write.build(db)), write.rows));
  const isOne = statements.length === 1;
  const queries = isOne ? statements : ["begin", ...statements, "commit"]; // a commit undoes everything when something has failed
  const client = await pool.connect();
  let results: readonly PromiseSettledResult<unknown>[] = [];
  try {
    results = await sendTogether(client, queries);
  } finally {
    client.release(results.some((result) => result.status === "rejected" && isUnavailable(result.reason)));
  }
  const ofWrites = isOne ? results : results.slice(1, -1);
  for (const [index, write] of writes.entries()) throwFailure(ofWrites[index], write);
  for (const result of results) if (result.status === "rejected") throw result.reason;
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
function counted({ sql: text, params }: Statement, rows: number): pg.QueryConfig {
  const counting = `with touched as (${text}) select 1 / (case when count(*) = ${rows} then 1 else 0 end) from touched`;
  const name = nameOf(counting);
  return { text: counting, values: [...params], ...(name === undefined ? {} : { name }) };
}

function throwFailure(result: PromiseSettledResult<unknown> | undefined, write: Write): void {
  if (result?.status !== "rejected") return;
  if (postgresCode(result.reason) !== DIVISION_BY_ZERO) throw result.reason;
  throw (
    write.otherwise?.() ?? new ConflictError(`Expected a write to touch ${write.rows} row(s), it did not.`)
  );
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

async function repeating(attempt: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= ATTEMPTS || !REPEATABLE.has(postgresCode(error))) throw error;
    }
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
  const client = new pg.Client({
    connectionString: options.url,
    connectionTimeoutMillis: 5_000,
    options: "-c statement_timeout=60000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=60000",
  });
  client.on("error", () => {}); // the next query reports it
  await client.connect().catch(unreachable(options.setting));
  try {
    if (!options.shared) await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await use(postgresSession(client));
  } finally {
    await client.end(); // which gives the lock back
  }
}

async function migrateAlone(pool: pg.Pool, options: DatabaseOptions): Promise<void> {
  const client = await pool.connect().catch(unreachable(options.setting));
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrateToLatest(postgresSession(client), options);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
    client.release();
  }
}

function unreachable(setting = "DATABASE_URL") {
  return (cause: unknown): never => {
    throw new Error(`PostgreSQL cannot be reached. Check ${setting} and that the server is running.`, {
      cause,
    });
  };
}
