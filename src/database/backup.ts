import { writeArchive, type ArchivedRow, type CheckedArchive } from "./archive.ts";
import type { DatabaseOptions, Owner } from "./driver.ts";
import { appliedMigrations } from "./migrations.ts";
import { tablesAt, type ColumnShape, type TableShape } from "./schemaAt.ts";
import { inTransaction, type Plain, type Session } from "./session.ts";

/**
 * The owner of the database, the archive's own metadata, and its time (milliseconds): by the clock of the
 * database where that is left out.
 */
export type Origin = Readonly<{
  owner: Owner;
  about: Readonly<Record<string, string | number>>;
  at?: number;
}>;

const NOW = {
  sqlite: "select cast(unixepoch('subsec') * 1000 as integer) as now",
  postgres: "select floor(extract(epoch from now()) * 1000)::float8 as now",
};

/**
 * Writes everything that a database holds at one moment into an archive, while others go on using it. `nameFile` gets the
 * snapshot's time (milliseconds) and its schema. Throws with a sentence when the database is empty or from a newer Crosstill.
 */
export async function backUp(
  session: Session,
  options: DatabaseOptions,
  { owner, about, at }: Origin,
  nameFile: (time: number, schema: number) => string,
): Promise<CheckedArchive> {
  return inTransaction(session, "snapshot", async () => {
    const schema = await appliedMigrations(session, options);
    if (schema === 0) throw new Error("There is nothing to back up: the database has no tables yet.");
    const time = at ?? Number((await session.all(NOW[session.dialect]))[0]?.["now"]);
    const file = nameFile(time, schema);
    const header = { owner, engine: session.dialect, schema, time, about };
    const tables = tablesAt(options.migrations, schema);
    return { file, header, trailer: await writeArchive(file, header, rowsOf(session, tables)) };
  });
}

/** Every row, in the order in which archives hold them: by table, then by primary key. Inside a transaction only. */
export async function* rowsOf(session: Session, tables: readonly TableShape[]): AsyncGenerator<ArchivedRow> {
  for (const { name, columns, key } of tables) {
    const names = columns.map((column) => `"${column.name}"`).join(", ");
    const order = key.map((column) => `"${column}"`).join(", ");
    for await (const found of session.stream(`select ${names} from "${name}" order by ${order}`)) {
      const row = Object.fromEntries(columns.map((column) => [column.name, toPlain(column, found, name)]));
      yield { table: name, row };
    }
  }
}

/** The drivers give large integers as text and PostgreSQL's flags as true and false. */
function toPlain({ name, kind }: ColumnShape, row: Readonly<Record<string, unknown>>, table: string): Plain {
  const value = row[name];
  if (value === null) return null;
  const isText = kind === "text" || kind === "digits";
  if (isText && typeof value === "string") return value;
  const number = isText ? NaN : Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new Error(
    `${table}.${name} holds ${String(value)}, which is no ${isText ? "text" : "whole number"}.`,
  );
}
