import pg from "pg";
import { sql, type SQLWrapper } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import {
  ConflictError,
  requireRows,
  type Database,
  type DatabaseOptions,
  type Db,
  type Write,
} from "./driver.ts";
import { bringUpToDate } from "./bringUpToDate.ts";
import { postgresSession, type Session } from "./session.ts";

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
    connectionTimeoutMillis: 5_000,
    options: "-c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=10000",
  });
  pool.on("error", () => {}); // a dropped idle connection is replaced by the pool; the next query reports a real outage
  const db = drizzle(pool);
  try {
    await migrateAlone(pool, options);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    dialect: "postgres",
    db: db as unknown as Db, // see columns.ts: same words, same shapes
    commit: (writes) => repeating(() => commitOnce(db, writes)),
    plus: (column, amount) => sql`${column} + ${String(amount)}::numeric`,
    close: () => pool.end(),
  };
}

async function commitOnce(db: NodePgDatabase, writes: readonly Write[]): Promise<void> {
  const [only] = writes;
  if (writes.length === 1 && only) return commitAlone(db, only);
  await db.transaction(async (tx) => {
    for (const write of writes) requireRows(write, (await write.build(tx as unknown as Db)).length);
  });
}

/**
 * A single write needs no transaction around it, which saves two round trips: the statement itself counts the rows that it
 * touches, and divides by zero, which undoes it, when they are not as many as they had to be.
 */
async function commitAlone(db: NodePgDatabase, write: Write): Promise<void> {
  const query = write.build(db as unknown as Db) as unknown as SQLWrapper; // every drizzle builder is one
  const wrongRows = sql`1 / (case when count(*) = ${write.rows} then 1 else 0 end)`;
  try {
    await db.execute(sql`with touched as (${query.getSQL()}) select ${wrongRows} from touched`);
  } catch (error) {
    if (postgresCode(error) !== DIVISION_BY_ZERO) throw error;
    throw (
      write.otherwise?.() ?? new ConflictError(`Expected a write to touch ${write.rows} row(s), it did not.`)
    );
  }
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
 * Asks a PostgreSQL database in plain SQL, over one connection. Unless others may use the database at the same time
 * (`shared`), nobody migrates it meanwhile.
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
    await bringUpToDate(postgresSession(client), options);
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
