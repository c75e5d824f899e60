import type Sqlite from "better-sqlite3";
import type pg from "pg";
import type { TableShape } from "./schemaAt.ts";

/** A value as both databases, JSON and a person read it: amounts are digits, flags are 0 or 1. */
export type Plain = string | number | null;
export type PlainRow = Readonly<Record<string, Plain>>;

/** One connection asked in plain SQL, for what happens to a database as a whole: migrations, backups, restoring. */
export type Session = Readonly<{
  dialect: "sqlite" | "postgres";
  /** One or several statements. */
  run(sql: string): Promise<void>;
  /** The rows of a small answer. */
  all(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The rows of a large answer, a few at a time. Inside a transaction only. */
  stream(sql: string): AsyncIterable<Readonly<Record<string, unknown>>>;
  insert(table: TableShape, rows: readonly PlainRow[]): Promise<void>;
}>;

const AT_ONCE = 200; // rows in one fetch

/** A session on an open SQLite database. */
export function sqliteSession(sqlite: Sqlite.Database): Session {
  return {
    dialect: "sqlite",
    async run(sql) {
      sqlite.exec(sql);
    },
    all: async (sql) => sqlite.prepare(sql).all() as Record<string, unknown>[], // without pluck() rows are objects
    async *stream(sql) {
      yield* sqlite.prepare(sql).iterate() as IterableIterator<Record<string, unknown>>; // driver types lack the row type
    },
    async insert({ name, columns }, rows) {
      const names = columns.map((column) => `"${column.name}"`).join(", ");
      const places = columns.map(() => "?").join(", ");
      const statement = sqlite.prepare(`insert into "${name}" (${names}) values (${places})`);
      for (const row of rows) statement.run(columns.map((column) => row[column.name]));
    },
  };
}

/** A session on a connected PostgreSQL client. */
export function postgresSession(client: pg.ClientBase): Session {
  return {
    dialect: "postgres",
    async run(sql) {
      await client.query(sql);
    },
    all: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    async *stream(sql) {
      await client.query(`declare crosstill_rows no scroll cursor for ${sql}`);
      for (;;) {
        const { rows } = await client.query<Record<string, unknown>>(`fetch ${AT_ONCE} from crosstill_rows`);
        if (rows.length === 0) break;
        yield* rows;
      }
      await client.query("close crosstill_rows");
    },
    async insert({ name }, rows) {
      // PostgreSQL reads digits, flags and numbers into the types of its own columns.
      const all = `insert into "${name}" select * from json_populate_recordset(null::"${name}", $1::json)`;
      await client.query(all, [JSON.stringify(rows)]);
    },
  };
}

const BEGIN = {
  write: { sqlite: "begin immediate", postgres: "begin" },
  /** One snapshot of the database, while other reads and writes continue. */
  snapshot: { sqlite: "begin", postgres: "begin isolation level repeatable read read only" },
};

/** Runs `work` in a transaction; undone when it throws. */
export async function inTransaction<T>(
  session: Session,
  kind: keyof typeof BEGIN,
  work: () => Promise<T>,
): Promise<T> {
  await session.run(BEGIN[kind][session.dialect]);
  try {
    const result = await work();
    await session.run("commit");
    return result;
  } catch (error) {
    await session.run("rollback").catch(() => {}); // a dead connection has undone it; the first error is more specific
    throw error;
  }
}
