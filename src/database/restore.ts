import { archivedRows, countRows, type ArchivedRow, type CheckedArchive } from "./archive.ts";
import { rowsOf } from "./backup.ts";
import { markRestored } from "./bookkeeping.ts";
import type { DatabaseOptions, Owner } from "./driver.ts";
import { appliedMigrations, applyMigrations, carriedMigrations } from "./migrations.ts";
import { tablesAt, type TableShape } from "./schemaAt.ts";
import { inTransaction, type PlainRow, type Session } from "./session.ts";

const NAMES: Readonly<Record<Owner, string>> = { gateway: "gateway", network: "intent service" };
const AT_ONCE = 200; // rows in one insert

/**
 * Fills an empty database from an archive, all or nothing: the tables are made as they were when it was written, filled,
 * read again and compared, and only then brought up to date. A gateway's database is then marked: it cannot be started before it has been recovered (bookkeeping.ts).
 * Throws with a sentence when the archive is another owner's or from a newer Crosstill, or the database not empty.
 */
export async function restore(
  session: Session,
  options: DatabaseOptions,
  owner: Owner,
  { file, header, trailer }: CheckedArchive,
): Promise<void> {
  const carried = carriedMigrations(options);
  if (header.owner !== owner)
    throw new Error(
      `${file} is an archive of the ${NAMES[header.owner]}; expected one of the ${NAMES[owner]}.`,
    );
  if (header.schema > carried) {
    throw new Error(
      `${file} was written by a newer Crosstill (its tables have seen ${header.schema} migrations, this one knows ${carried}). Restore it with that version.`,
    );
  }
  await inTransaction(session, "write", async () => {
    await requireEmpty(session, options, carried);
    await applyMigrations(session, options, header.schema);
    const tables = tablesAt(options.migrations, header.schema);
    for await (const { table, rows } of batches(archivedRows(file))) {
      const shape = tables.find(({ name }) => name === table);
      if (!shape) throw new Error(`${file} has rows of a table "${table}" that its version does not have.`);
      await session.insert(
        shape,
        rows.map((row) => requireColumns(shape, row)),
      );
    }
    await requireSame(session, tables, trailer.rowsSha256);
    await continueSerials(session, tables);
    await applyMigrations(session, options, carried);
    if (header.owner === "gateway") await markRestored(session, options.migrationsTable, header.time);
  });
}

/** By this version's tables and by the bookkeeping. */
async function requireEmpty(session: Session, options: DatabaseOptions, carried: number): Promise<void> {
  const names = new Set(tablesAt(options.migrations, carried).map(({ name }) => name));
  const list =
    session.dialect === "postgres"
      ? "select tablename as name from pg_tables where schemaname = current_schema()"
      : "select name from sqlite_master where type = 'table'";
  const found = (await session.all(list)).filter(({ name }) => names.has(String(name)));
  if (found.length === 0 && (await appliedMigrations(session, options)) === 0) return;
  const setting = options.setting ?? "DATABASE_URL";
  throw new Error(
    `The database that ${setting} names is not empty, and restoring overwrites nothing. Point ${setting} at a new file or a new PostgreSQL database, restore there, and start with that setting.`,
  );
}

async function* batches(
  archived: AsyncIterable<ArchivedRow>,
): AsyncGenerator<Readonly<{ table: string; rows: readonly PlainRow[] }>> {
  let rows: PlainRow[] = [];
  let current = "";
  for await (const { table, row } of archived) {
    if (rows.length > 0 && (table !== current || rows.length === AT_ONCE)) {
      yield { table: current, rows };
      rows = [];
    }
    current = table;
    rows.push(row);
  }
  if (rows.length > 0) yield { table: current, rows };
}

/** A column that one side lacks would be lost, or filled with nothing, in silence. */
function requireColumns({ name, columns }: TableShape, row: PlainRow): PlainRow {
  const expected = columns.map((column) => column.name).join(", ");
  const found = Object.keys(row).join(", ");
  if (found === expected) return row;
  throw new Error(
    `Expected rows of ${name} to have the columns ${expected}; one in the archive has ${found}.`,
  );
}

async function requireSame(session: Session, tables: readonly TableShape[], hash: string): Promise<void> {
  const counted = countRows();
  for await (const row of rowsOf(session, tables)) counted.add(row);
  if (counted.end().rowsSha256 === hash) return;
  throw new Error(
    "What was restored reads differently from the archive, so nothing was kept. Please report this.",
  );
}

/** A PostgreSQL sequence does not follow inserted rows; SQLite derives the next id from them. */
async function continueSerials(session: Session, tables: readonly TableShape[]): Promise<void> {
  if (session.dialect !== "postgres") return;
  for (const { name, columns } of tables) {
    for (const column of columns.filter(({ serial }) => serial)) {
      const next = `(select coalesce(max("${column.name}"), 0) + 1 from "${name}")`;
      await session.run(
        `select setval(pg_get_serial_sequence('"${name}"', '${column.name}'), ${next}, false)`,
      );
    }
  }
}
