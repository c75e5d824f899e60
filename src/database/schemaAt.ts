import fs from "node:fs";
import path from "node:path";
import { z } from "zod";

/** A column: how its values look outside of a database (session.ts), and whether the database counts it up. */
export type ColumnShape = Readonly<{
  name: string;
  kind: "text" | "digits" | "whole" | "flag";
  serial: boolean;
}>;
export type TableShape = Readonly<{ name: string; columns: readonly ColumnShape[]; key: readonly string[] }>;

const snapshotSchema = z.object({
  tables: z.record(
    z.string(),
    z.object({
      name: z.string(),
      columns: z.record(
        z.string(),
        z.object({ name: z.string(), type: z.string(), primaryKey: z.boolean() }),
      ),
      compositePrimaryKeys: z.record(z.string(), z.object({ columns: z.array(z.string()) })),
    }),
  ),
});

/**
 * The tables as they are after the first `schema` migrations of a folder, by name, read from the snapshots that are
 * generated with the migrations: the program's own tables may be newer than the database.
 */
export function tablesAt(folder: string, schema: number): readonly TableShape[] {
  const file = path.join(folder, "meta", `${String(schema - 1).padStart(4, "0")}_snapshot.json`);
  const { tables } = snapshotSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  return Object.values(tables).map(toShape).toSorted(byName);
}

function toShape(table: z.infer<typeof snapshotSchema>["tables"][string]): TableShape {
  const columns = Object.values(table.columns).toSorted(byName);
  const [composite] = Object.values(table.compositePrimaryKeys);
  const key = composite?.columns ?? columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
  if (key.length === 0) throw new Error(`Table ${table.name} has no primary key, so its rows have no order.`);
  return {
    name: table.name,
    key,
    columns: columns.map(({ name, type }) => ({ name, kind: kindOf(type), serial: type === "bigserial" })),
  };
}

/** The column types of src/database/columns.ts, in either dialect. */
function kindOf(type: string): ColumnShape["kind"] {
  if (type.startsWith("text")) return "text";
  if (type.startsWith("numeric")) return "digits";
  if (type === "boolean") return "flag";
  if (["integer", "bigint", "bigserial"].includes(type)) return "whole";
  throw new Error(`A column of type ${type} cannot be backed up: src/database/schemaAt.ts does not know it.`);
}

/** By bytes: the same order in every dialect and locale. */
function byName(a: Readonly<{ name: string }>, b: Readonly<{ name: string }>): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}
