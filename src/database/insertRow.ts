import { getTableColumns, sql, type Column } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { statementOf, type Db, type Query, type Statement } from "./driver.ts";

type Insertion = Readonly<{ sql: string; columns: readonly Encoded[] }>;
type Encoded = Readonly<{ name: string; encode(value: unknown): unknown }>;

type How = "always" | "unlessThere";
type Made = Readonly<Record<How, WeakMap<SQLiteTable, Insertion>>>;

const madeFor = new WeakMap<Db, Made>();

/**
 * Inserts a row; one that is there already is an error, or with "unlessThere" touches no row. The text is made once for each
 * table, because making it costs more than running it. Values that are left out are the column's
 * default, or null.
 */
export function insertRow<T extends SQLiteTable>(
  db: Db,
  table: T,
  row: T["$inferInsert"],
  how: How = "always",
): Statement {
  const made = madeFor.get(db) ?? { always: new WeakMap(), unlessThere: new WeakMap() };
  madeFor.set(db, made);
  const known = made[how].get(table) ?? prepare(db, table, how);
  made[how].set(table, known);
  const values = row as Readonly<Record<string, unknown>>;
  return { sql: known.sql, params: known.columns.map(({ name, encode }) => encode(values[name])) };
}

/** True for a column whose numbers the database gives: `serial` of the column vocabulary, and no other number that is a key. */
function isNumbered(column: Column): boolean {
  if ("autoIncrement" in column) return column.autoIncrement === true; // SQLite; every number that is a key has a default there
  return column.hasDefault && column.default === undefined;
}

/** All columns but those that the database numbers by itself. */
function prepare(db: Db, table: SQLiteTable, how: How): Insertion {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !isNumbered(column));
  const values = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
  const insertion = db.insert(table).values(values as never);
  const [first] = columns;
  const query = (how === "always" ? insertion : insertion.onConflictDoNothing()).returning({
    done: first?.[1],
  } as never);
  return {
    sql: statementOf(query as unknown as Query).sql,
    columns: columns.map(([name, column]) => ({
      name,
      encode: (value) => {
        const stored = value === undefined ? column.default : value;
        return stored === null || stored === undefined ? null : column.mapToDriverValue(stored);
      },
    })),
  };
}
