import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { unpack } from "../../../src/database/packed.ts";
import { openDatabase, withSession } from "../../../src/database/open.ts";
import { HEALTHY_FILE } from "./fixtures.ts";
import { fillHealthy } from "./healthy.ts";

/**
 * Makes fixtures/healthy.sql anew: the rows of a database in which nothing is wrong. Run it after a change of the tables, or
 * of what is written with a decision:
 *
 *   npx tsx test/gateway/audit/generate.ts
 */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-healthy-"));
const file = path.join(folder, "healthy.db");
const database = await openDatabase(file, "gateway");
await fillHealthy(database);
await database.close();

const lines = await withSession(file, "gateway", true, async (session) => {
  const tables = await session.all(
    "select name, sql like '%without rowid%' as keyed from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '%_migrations' order by name",
  );
  const inserts: string[] = [];
  for (const { name, keyed } of tables) {
    const columns = (await session.all(`pragma table_info("${String(name)}")`)).map((row) => `"${String(row["name"])}"`);
    const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
    const rows = await session.all(`select ${values} as line from "${String(name)}" order by ${keyed === 1 ? "1" : "rowid"}`);
    const lines = rows.map(({ line }) => String(line).replace(/'(z1:[^']*)'/g, (_, text: string) => `'${unpack(text).replaceAll("'", "''")}'`)); // the fixtures change what is in it
    inserts.push(...lines.map((line) => `insert into "${String(name)}" (${columns.join(", ")}) values (${line});`));
  }
  return inserts;
}); // prettier-ignore

fs.writeFileSync(HEALTHY_FILE, `${lines.join("\n")}\n`);
fs.rmSync(folder, { recursive: true });
process.stdout.write(`${HEALTHY_FILE} has ${lines.length} rows.\n`);
