import pg from "pg";
import { sql, type SQLWrapper } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import {
  ConflictError,
  requireRows,
  type Database,
  type DatabaseOptions,
  type Db,
  type Write,
} from "./driver.ts";
import { latestMigration, refuseNewerSchema } from "./migrations.ts";

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

async function migrateAlone(pool: pg.Pool, options: DatabaseOptions): Promise<void> {
  const client = await connect(pool, options.setting);
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    refuseNewerSchema(
      await newestApplied(client, options.migrationsTable),
      latestMigration(options.migrations),
    );
    await migrate(drizzle(client), {
      migrationsFolder: options.migrations,
      migrationsTable: options.migrationsTable,
    });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
    client.release();
  }
}

async function connect(pool: pg.Pool, setting = "DATABASE_URL"): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw new Error(`PostgreSQL cannot be reached. Check ${setting} and that the server is running.`, {
      cause,
    });
  }
}

async function newestApplied(client: pg.PoolClient, table: string): Promise<number | undefined> {
  const { rows: found } = await client.query("select to_regclass($1) as name", [`drizzle.${table}`]);
  if (!found[0]?.name) return undefined;
  const { rows } = await client.query(`select max(created_at) as newest from drizzle."${table}"`);
  return rows[0]?.newest === null ? undefined : Number(rows[0]?.newest);
}
