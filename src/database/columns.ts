import * as pg from "drizzle-orm/pg-core";
import * as sqlite from "drizzle-orm/sqlite-core";
import { pack, unpack } from "./packed.ts";

/**
 * One small column vocabulary with two implementations, so that every table is declared once.
 * The SQLite kit gives the types; the PostgreSQL kit has the same shape (see postgresColumns).
 *
 *   text     a string                      json    any JSON, kept verbatim as text (jsonb would reorder keys)
 *   count    a small integer               amount  bigint smallest units (text in SQLite: int64 is too small for wei)
 *   packed   JSON that is long and in which SQL never looks: packed text (packed.ts)
 *   instant  milliseconds since 1970       flag    true or false
 *   whole    a whole number up to 2^53
 */
export const sqliteColumns = {
  table: sqlite.sqliteTable,
  index: sqlite.index,
  unique: sqlite.uniqueIndex,
  primaryKey: sqlite.primaryKey,
  text: (name: string) => sqlite.text(name).notNull(),
  optionalText: (name: string) => sqlite.text(name),
  count: (name: string) => sqlite.integer(name).notNull(),
  optionalCount: (name: string) => sqlite.integer(name),
  instant: (name: string) => sqlite.integer(name).notNull(),
  optionalInstant: (name: string) => sqlite.integer(name),
  whole: (name: string) => sqlite.integer(name).notNull(),
  flag: (name: string) => sqlite.integer(name, { mode: "boolean" }).notNull(),
  amount: (name: string) => sqliteAmount(name).notNull(),
  optionalAmount: (name: string) => sqliteAmount(name),
  json: (name: string) => sqliteJson(name).notNull(),
  optionalJson: (name: string) => sqliteJson(name),
  packed: (name: string) => sqlitePacked(name).notNull(),
  optionalPacked: (name: string) => sqlitePacked(name),
  /** The row's place in the order of insertion; never a money value and never an outbox cursor. */
  serial: (name: string) => sqlite.integer(name).primaryKey({ autoIncrement: true }),
};

export type Columns = typeof sqliteColumns;

const digits = {
  toDriver: (value: bigint) => value.toString(),
  fromDriver: (value: string) => BigInt(value),
};
const verbatim = {
  // Amounts inside JSON are digit strings, as on every wire: JSON has no integers beyond 2^53.
  toDriver: (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? part.toString() : part)),
  fromDriver: (value: string) => JSON.parse(value) as unknown,
};

const packed = {
  toDriver: (value: unknown) => pack(verbatim.toDriver(value)),
  fromDriver: (value: string) => verbatim.fromDriver(unpack(value)),
};

const sqliteAmount = sqlite.customType<{ data: bigint; driverData: string }>({
  dataType: () => "text",
  ...digits,
});
const sqliteJson = sqlite.customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  ...verbatim,
});
const sqlitePacked = sqlite.customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  ...packed,
});
// Ids sort by bytes, as in SQLite, in every locale of the server's cluster: pages and "created since" rely
// on it.
const pgText = pg.customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });
const pgAmount = pg.customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78,0)",
  ...digits,
});
const pgJson = pg.customType<{ data: unknown; driverData: string }>({ dataType: () => "text", ...verbatim });

const pgPacked = pg.customType<{ data: unknown; driverData: string }>({ dataType: () => "text", ...packed });

const postgresKit: { [Word in keyof Columns]: unknown } = {
  table: pg.pgTable,
  index: pg.index,
  unique: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
  text: (name: string) => pgText(name).notNull(),
  optionalText: (name: string) => pgText(name),
  count: (name: string) => pg.integer(name).notNull(),
  optionalCount: (name: string) => pg.integer(name),
  instant: (name: string) => pg.bigint(name, { mode: "number" }).notNull(),
  optionalInstant: (name: string) => pg.bigint(name, { mode: "number" }),
  whole: (name: string) => pg.bigint(name, { mode: "number" }).notNull(),
  flag: (name: string) => pg.boolean(name).notNull(),
  amount: (name: string) => pgAmount(name).notNull(),
  optionalAmount: (name: string) => pgAmount(name),
  json: (name: string) => pgJson(name).notNull(),
  optionalJson: (name: string) => pgJson(name),
  packed: (name: string) => pgPacked(name).notNull(),
  optionalPacked: (name: string) => pgPacked(name),
  serial: (name: string) => pg.bigserial(name, { mode: "number" }).primaryKey(),
};

/**
 * The same words for PostgreSQL. The cast is safe in use: tables built from either kit carry the same names and data types,
 * the queries built on them use only what both dialects have, and the store's contract suite runs on both engines.
 */
export const postgresColumns = postgresKit as unknown as Columns;
