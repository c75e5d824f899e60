import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database, Owner, Write } from "../../src/database/driver.ts";
import * as gatewayPostgres from "../../src/gateway/persistence/schema.postgres.ts";
import * as gatewaySqlite from "../../src/gateway/persistence/schema.sqlite.ts";
import { tables as networkPostgres } from "../../src/network/persistence/schema.postgres.ts";
import { tables as networkSqlite } from "../../src/network/persistence/schema.sqlite.ts";

/** Every table of an owner, by the name that the code gives it, in the database's dialect. */
export function tablesOf(owner: Owner, { dialect }: Pick<Database, "dialect">): Readonly<Record<string, SQLiteTable>> {
  const all = {
    gateway: { sqlite: gatewaySqlite, postgres: gatewayPostgres },
    network: { sqlite: networkSqlite, postgres: networkPostgres },
  };
  return all[owner][dialect] as unknown as Record<string, SQLiteTable>; // see columns.ts: same words, same shapes
} // prettier-ignore

/** Texts and numbers on which encodings, collations, floats and line ends have failed before. */
const TEXTS = [
  "",
  "ü🧾 Ω",
  "a\u2028b\u2029c",
  "'\"; drop table invoices; --",
  "line\nbreak\ttab",
  "\\u0000",
  "Z",
  "a",
  "{}",
];
const JSONS = [
  { zebra: 1, apple: { "2": null, deep: [[], {}, "\u0000"] } },
  [],
  "text",
  1.5,
  true,
  { a: "\u2028" },
];
const WHOLES = [0, 1, 2_147_483_647];
const INSTANTS = [0, 1_800_000_000_000, Number.MAX_SAFE_INTEGER];
const AMOUNTS = [0n, 1n, 9_007_199_254_740_993n, 10n ** 77n + 1n]; // prettier-ignore

/**
 * Writes that put rows into every table, `each` of them, with something of everything in every column. What has to be
 * unique has the row's number in it; the same `from` gives the same rows.
 */
export function anyRows(owner: Owner, database: Database, each: number, from = 0): readonly Write[] {
  const kinds = getKinds(owner);
  return Object.values(tablesOf(owner, database)).flatMap((table) =>
    Array.from({ length: each }, (_, index): Write => {
      const columns = Object.entries(getTableColumns(table));
      const values = Object.fromEntries(
        columns.flatMap(([field, { name, notNull }], place) => {
          const nth = from + index;
          const { type = "", isUnique = false } = kinds.get(`${getTableName(table)}.${name}`) ?? {};
          if (type === "bigserial") return [];
          if (!notNull && nth % 3 === 0) return [[field, null]];
          return [[field, valueOf(type, nth + place, isUnique ? nth : undefined)]];
        }),
      );
      return { rows: 1, build: (db) => db.insert(table).values(values).returning() };
    }),
  );
}

function valueOf(type: string, seed: number, unique: number | undefined): unknown {
  const pick = <T>(list: readonly T[]) => list[seed % list.length];
  if (type === 'text collate "C"') return `${pick(TEXTS)}${unique === undefined ? "" : `#${unique}`}`;
  if (type === "text") return pick(JSONS);
  if (type.startsWith("numeric")) return pick(AMOUNTS);
  if (type === "boolean") return seed % 2 === 0;
  if (type === "bigint") return unique ?? pick(INSTANTS);
  if (type === "integer") return unique ?? pick(WHOLES);
  throw new Error(`A column has the type ${type}, which this generator does not know.`);
}

type ColumnKind = Readonly<{ type: string; isUnique: boolean }>;

/** By "table.column". PostgreSQL's types tell texts, JSON and amounts apart, which are all text in SQLite. */
function getKinds(owner: Owner): ReadonlyMap<string, ColumnKind> {
  const tables = Object.values(tablesOf(owner, { dialect: "postgres" })) as unknown[];
  const configs = tables.flatMap((table) => (is(table, PgTable) ? [getTableConfig(table)] : []));
  return new Map(
    configs.flatMap(({ name, columns, indexes, primaryKeys }) => {
      const unique = indexes.filter(({ config }) => config.unique).flatMap(({ config }) => config.columns);
      const keys = [...unique, ...primaryKeys.flatMap((key) => key.columns)];
      const names = new Set(keys.map((column) => ("name" in column ? column.name : "")));
      return columns.map(
        (column) =>
          [
            `${name}.${column.name}`,
            { type: column.getSQLType(), isUnique: column.primary || names.has(column.name) },
          ] as const,
      );
    }),
  );
}

/** Everything in a database as the application reads it, by table, the rows sorted. */
export async function allRows(owner: Owner, database: Database): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const [name, table] of Object.entries(tablesOf(owner, database))) {
    const rows = await database.db.select().from(table);
    const text = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
    found[name] = rows.map((row) => JSON.stringify(row, text)).toSorted();
  }
  return found;
}
