import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import {
  requireRows,
  statementOf,
  type Database,
  type DatabaseOptions,
  type Db,
  type Write,
} from "./driver.ts";
import { fencedWrites } from "./fence.ts";
import { isLocked, takeFileLock, type FileLock } from "./fileLock.ts";
import { migrateToLatest, requireLatest } from "./migrateToLatest.ts";
import { sqliteSession, type Session } from "./session.ts";
import { explainStorage, lockHolder } from "./storageProblems.ts";

/** Every connection must run with these; they are set, read back and compared (synchronous 2 = FULL, temp_store 2 = MEMORY). */
const PRAGMAS: Readonly<Record<string, string | number>> = {
  journal_mode: "wal",
  synchronous: 2, // in WAL mode the default, NORMAL, may lose acknowledged commits on power loss
  foreign_keys: 1,
  busy_timeout: 5000,
  trusted_schema: 0,
  cell_size_check: 1,
  mmap_size: 0,
  wal_autocheckpoint: 1000,
  journal_size_limit: 67_108_864,
  temp_store: 2,
};

/** A database in memory has neither a WAL nor a file to map. */
const FILE_ONLY: ReadonlySet<string> = new Set(["journal_mode", "mmap_size"]);

/** The first release without the WAL-reset bug, which can lose committed writes. */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** Opens (and migrates) an SQLite database. Throws with a sentence when it is in use, too old or from a newer Crosstill. */
export async function openSqlite(options: DatabaseOptions): Promise<Database> {
  if (options.migrates === "none") requireFile(options);
  const { sqlite, close } = connect(options);
  try {
    const session = sqliteSession(sqlite);
    await (options.migrates === "none" ? requireLatest(session, options) : migrateToLatest(session, options));
  } catch (error) {
    close();
    throw explainStorage(error, options.url);
  }
  const db = drizzle(sqlite);
  sqlite.function("amount_plus", { deterministic: true }, plus);
  return {
    dialect: "sqlite",
    db,
    commit: groupCommit(sqlite, db),
    plus: (column, amount) => sql`amount_plus(${column}, ${String(amount)})`,
    skipLocked: sql``, // one writer at a time
    close: async () => close(),
  };
}

/** SQLite's own + would make a float of a large amount. */
function plus(a: unknown, b: unknown): string {
  return String(BigInt(String(a)) + BigInt(String(b)));
}

/** Asks an SQLite database in plain SQL. A file that others may use at the same time (`shared`) has to be there already. */
export async function withSqliteSession<T>(
  options: DatabaseOptions,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  if (options.shared) requireFile(options);
  const { sqlite, close } = connect(options);
  try {
    return await use(sqliteSession(sqlite));
  } finally {
    close();
  }
}

function requireFile({ url, setting = "DATABASE_URL" }: DatabaseOptions): void {
  if (url === ":memory:" || fs.existsSync(url)) return;
  throw new Error(`There is no database at ${url}. Check ${setting} and DATA_DIR.`);
}

type Connection = Readonly<{ sqlite: Sqlite.Database; close: () => void }>;

/** A connection with all the settings; it holds the file's lock unless the file is shared. */
function connect({ url: file, shared, setting }: DatabaseOptions): Connection {
  if (file !== ":memory:") makeFolder(path.dirname(file));
  const lock = file === ":memory:" || shared ? undefined : takeLock(file, setting);
  const sqlite = openFile(file, lock);
  const close = () => {
    sqlite.close();
    lock?.close();
  };
  try {
    refuseOldSqlite(sqlite);
    setPragmas(sqlite, file === ":memory:");
    return { sqlite, close };
  } catch (error) {
    close();
    throw explainStorage(error, file);
  }
}

function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainStorage(error, folder);
  }
}

function openFile(file: string, lock: FileLock | undefined): Sqlite.Database {
  try {
    return new Sqlite(file);
  } catch (error) {
    lock?.close();
    throw explainStorage(error, file);
  }
}

type Waiting = Readonly<{ writes: readonly Write[]; resolve: () => void; reject: (error: unknown) => void }>;
type Settle = () => void;

type Run = (sql: string, params?: readonly unknown[]) => number;

const MOST_STATEMENTS = 500; // kept; lists of ids make texts of many lengths

/** Runs statements and gives how many rows each gave back. What was run before need not be read by SQLite again. */
function keepingStatements(sqlite: Sqlite.Database): Run {
  const known = new Map<string, Sqlite.Statement>();
  return (sql, params = []) => {
    const statement = known.get(sql) ?? sqlite.prepare(sql);
    if (known.size >= MOST_STATEMENTS) known.clear();
    known.set(sql, statement);
    if (statement.reader) return statement.all(...params).length;
    statement.run(...params);
    return 0;
  };
}

const MOST_TURNS = 3; // to collect more; a single write does not wait

/**
 * Commits everything that was asked for in one turn of the event loop, and in the next ones while each brings more, in a single
 * transaction, a savepoint per batch, and answers after COMMIT: as durable as a commit each, at a fraction of the fsyncs. A
 * bad batch undoes only itself.
 */
function groupCommit(sqlite: Sqlite.Database, db: Db): Database["commit"] {
  const run = keepingStatements(sqlite);
  let queue: Waiting[] = [];
  const flush = () => {
    const batches = queue;
    queue = [];
    let settled: Settle[] = [];
    try {
      run("BEGIN IMMEDIATE");
      settled = batches.map((batch) => runBatch(sqlite, run, db, batch));
      run("COMMIT");
    } catch (error) {
      if (sqlite.inTransaction) run("ROLLBACK");
      settled = batches.map(
        ({ reject }) =>
          () =>
            reject(error),
      );
    }
    for (const settle of settled) settle();
  };
  const collect = (known: number, turns: number) =>
    setImmediate(() => {
      if (queue.length > known && turns > 1) collect(queue.length, turns - 1);
      else flush();
    });
  return (writes) =>
    new Promise((resolve, reject) => {
      queue.push({ writes: fencedWrites(db, writes), resolve, reject });
      if (queue.length === 1) collect(1, MOST_TURNS);
    });
}

function runBatch(sqlite: Sqlite.Database, run: Run, db: Db, { writes, resolve, reject }: Waiting): Settle {
  run("SAVEPOINT batch");
  try {
    for (const write of writes) {
      const { sql: text, params } = statementOf(write.build(db));
      requireRows(write, run(text, params));
    }
    run("RELEASE batch");
    return resolve;
  } catch (error) {
    if (!sqlite.inTransaction) throw error; // disk full and the like end the whole transaction
    run("ROLLBACK TO batch");
    run("RELEASE batch");
    return () => reject(error);
  }
}

function setPragmas(sqlite: Sqlite.Database, inMemory: boolean): void {
  for (const [name, wanted] of Object.entries(PRAGMAS)) {
    if (inMemory && FILE_ONLY.has(name)) continue;
    sqlite.pragma(`${name} = ${wanted}`);
    const found = sqlite.pragma(name, { simple: true });
    if (found !== wanted) throw new Error(`SQLite refused ${name} = ${wanted}: it is ${String(found)}.`);
  }
}

function refuseOldSqlite(sqlite: Sqlite.Database): void {
  const version = String(sqlite.prepare("select sqlite_version()").pluck().get());
  const parts = version.split(".").map(Number);
  const [at = 0] = OLDEST_SQLITE.map((wanted, index) => (parts[index] ?? 0) - wanted).filter(
    (gap) => gap !== 0,
  );
  if (at < 0) throw new Error(`Expected SQLite ${OLDEST_SQLITE.join(".")} or newer, found ${version}.`);
}

function takeLock(file: string, setting = "DATABASE_URL"): FileLock {
  try {
    return takeFileLock(file);
  } catch (cause) {
    if (!isLocked(cause)) throw cause;
    const pid = lockHolder(`${file}.lock`);
    throw new Error(
      `Another Crosstill process${pid === undefined ? "" : ` (${pid})`} has ${file} open. Stop it first, or give this one another DATA_DIR or ${setting}.`,
      { cause },
    );
  }
}
