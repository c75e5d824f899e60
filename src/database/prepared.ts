import { getTableColumns, is, Param, Placeholder, sql, type Column, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { statementOf, type Query, type Statement } from "./driver.ts";

/**
 * Prepared reads and writes: their text is built at the first use only, because building it costs more than
 * running it. Values that change between uses have a name.
 */

export type Values = Readonly<Record<string, unknown>>;
type Prepared<Rows> = Readonly<{ execute(values: Values): PromiseLike<Rows> }>;
type Preparable<Rows> = Readonly<{ prepare(name: string): Prepared<Rows> }>;

/** A read with `sql.placeholder(name)` in it. No two reads have the same name: PostgreSQL keeps them by it. */
export function preparedRead<Rows>(
  name: string,
  build: () => PromiseLike<Rows>,
): (values: Values) => PromiseLike<Rows> {
  let read: Prepared<Rows> | undefined;
  return (values) => (read ??= prepared(name, build())).execute(values);
}

/**
 * The same for all columns of a table that may have millions of rows. One short loop makes them of the driver's values; drizzle's
 * own way takes longer for a row than SQLite takes to find it, and gives the same, should it ever pass this one over.
 */
export function preparedRows<T extends SQLiteTable>(
  name: string,
  table: T,
  build: () => PromiseLike<readonly T["$inferSelect"][]>,
): (values: Values) => PromiseLike<readonly T["$inferSelect"][]> {
  const columns = Object.entries(getTableColumns(table));
  const toRow = (cells: readonly unknown[]) => {
    const row: Record<string, unknown> = {};
    columns.forEach(([key, column], index) => {
      const cell = cells[index];
      row[key] = cell === null ? null : column.mapFromDriverValue(cell);
    });
    return row;
  };
  const customResultMapper = (rows: readonly (readonly unknown[])[]) => rows.map(toRow);
  let read: Prepared<readonly T["$inferSelect"][]> | undefined;
  return (values) =>
    (read ??= Object.assign(prepared(name, build()), { customResultMapper })).execute(values);
}

function prepared<Rows>(name: string, query: PromiseLike<Rows>): Prepared<Rows> {
  return (query as unknown as Preparable<Rows>).prepare(name); // drizzle's select has it
}

/** A write with `value(name, column)` in it, which is then kept as that column keeps things. */
export function preparedWrite(
  build: (value: (name: string, column: Column) => SQL) => Query,
): (values: Values) => Statement {
  let write: Statement | undefined;
  const value = (name: string, column: Column) => sql`${sql.param(sql.placeholder(name), column)}`;
  return (values) => {
    write ??= statementOf(build(value));
    return { sql: write.sql, params: write.params.map((param) => filled(param, values)) };
  };
}

function filled(param: unknown, values: Values): unknown {
  if (!is(param, Param) || !is(param.value, Placeholder)) return param;
  const value = values[param.value.name];
  return value === null || value === undefined ? null : (param.encoder.mapToDriverValue(value) as unknown);
}
