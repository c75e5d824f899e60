import { is, Param, Placeholder, sql, type Column, type SQL } from "drizzle-orm";
import { statementOf, type Query, type Statement } from "./driver.ts";

/**
 * Reads and writes whose text is made at their first use and once only, because making it costs more than running it. What
 * differs from one use to the next has a name.
 */

export type Values = Readonly<Record<string, unknown>>;
type Preparable<Rows> = Readonly<{
  prepare(name: string): Readonly<{ execute(values: Values): PromiseLike<Rows> }>;
}>;

/** A read with `sql.placeholder(name)` in it. No two reads have the same name: PostgreSQL keeps them by it. */
export function preparedRead<Rows>(
  name: string,
  build: () => PromiseLike<Rows>,
): (values: Values) => PromiseLike<Rows> {
  let read: ReturnType<Preparable<Rows>["prepare"]> | undefined;
  return (values) => (read ??= (build() as unknown as Preparable<Rows>).prepare(name)).execute(values); // drizzle's select has it
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
