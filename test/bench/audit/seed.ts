import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { serveParent } from "../child.ts";
import { dayOf, makeTemplates, STORE_ID, type Row, type Rows, type Templates } from "./template.ts";

/** Fills a migrated database with invoices, every second of them paid and settled, as the gateway would have written them. */

/** Into which database, how many, and of which tables: of all where that is left out. */
export type Seeding = Readonly<{ file: string } | { url: string }> &
  Readonly<{ invoices: number; tables?: readonly string[] }>;
type Insert = (table: string, columns: readonly string[], rows: readonly Row[]) => Promise<void>;

const AT_ONCE = 200; // invoices

serveParent({
  async seed(seeding: Seeding): Promise<void> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-template-"));
    try {
      const templates = only(await makeTemplates(folder), seeding.tables);
      if ("file" in seeding)
        await intoSqlite(seeding.file, (insert) => fill(templates, seeding.invoices, insert));
      else await intoPostgres(seeding.url, (insert) => fill(templates, seeding.invoices, insert));
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
});

function only({ shop, paid, unpaid }: Templates, tables: readonly string[] | undefined): Templates {
  if (!tables) return { shop, paid, unpaid };
  const isAsked = ({ table }: Rows) => tables.includes(table);
  return { shop, paid: paid.filter(isAsked), unpaid: unpaid.filter(isAsked) };
}

async function fill({ shop, paid, unpaid }: Templates, invoices: number, insert: Insert): Promise<void> {
  for (const { table, columns, rowsOf } of shop) await insert(table, columns, rowsOf(0));
  for (let from = 0; from < invoices; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, invoices - from) }, (_, index) => from + index);
    const ofTables = new Map<string, Readonly<{ columns: readonly string[]; rows: Row[] }>>();
    for (const number of numbers)
      for (const { table, columns, rowsOf } of number % 2 === 0 ? paid : unpaid) {
        const found = ofTables.get(table) ?? { columns, rows: [] };
        ofTables.set(table, found);
        found.rows.push(...rowsOf(number));
      }
    for (const [table, { columns, rows }] of ofTables) await insert(table, columns, rows);
  }
  if (!paid.some(({ table }) => table === "ledger")) return;
  await insert("rollups", ["key", "day", "store_id", "account", "currency", "out", "into"], totals(paid, invoices));
} // prettier-ignore

/** What each account moved on each day: of every paid invoice the same. */
function totals(paid: readonly Rows[], invoices: number): readonly Row[] {
  const { columns, rowsOf } = paid.find(({ table }) => table === "ledger") ?? { columns: [] as readonly string[], rowsOf: (): readonly Row[] => [] };
  const cell = (row: Row, name: string) => String(row[columns.indexOf(name)]);
  const one = new Map<string, [out: bigint, into: bigint]>();
  for (const row of rowsOf(0))
    for (const [side, account] of ["from_account", "to_account"].entries()) {
      const name = `${cell(row, account)}|${cell(row, "currency")}`;
      const sums = one.get(name) ?? [0n, 0n];
      sums[side as 0 | 1] += BigInt(cell(row, "amount"));
      one.set(name, sums);
    }
  const days = new Map<string, bigint>();
  for (let number = 0; number < invoices; number += 2) days.set(dayOf(number), (days.get(dayOf(number)) ?? 0n) + 1n);
  return [...days].flatMap(([day, times]) =>
    [...one].map(([name, [out, into]]) => {
      const [account = "", currency = ""] = name.split("|");
      return [`${day}|${STORE_ID}|${name}`, day, STORE_ID, account, currency, String(out * times), String(into * times)];
    }),
  );
} // prettier-ignore

async function intoSqlite(file: string, work: (insert: Insert) => Promise<void>): Promise<void> {
  const sqlite = new Sqlite(file);
  try {
    for (const setting of ["journal_mode = memory", "synchronous = off", "cache_size = -2000000"])
      sqlite.pragma(setting);
    sqlite.exec("begin");
    const statements = new Map<string, Sqlite.Statement>();
    await work(async (table, columns, rows) => {
      const text = `insert into ${table} (${quoted(columns)}) values (${columns.map(() => "?").join()})`;
      const statement = statements.get(text) ?? sqlite.prepare(text);
      statements.set(text, statement);
      for (const row of rows) statement.run(...row);
    });
    sqlite.exec("commit");
  } finally {
    sqlite.close();
  }
  const descriptor = fs.openSync(file, "r+"); // or it would still be written to the disk while something is measured
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

const MOST_PARAMETERS = 60_000; // in a statement of PostgreSQL

async function intoPostgres(url: string, work: (insert: Insert) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    await work(async (table, columns, rows) => {
      const some = Math.floor(MOST_PARAMETERS / columns.length);
      for (let from = 0; from < rows.length; from += some) {
        const part = rows.slice(from, from + some);
        const values = part.map((_, row) => `(${columns.map((_, index) => `$${row * columns.length + index + 1}`).join()})`);
        await client.query(`insert into ${table} (${quoted(columns)}) values ${values.join()}`, part.flat());
      }
    });
    await client.query("analyze");
  } finally {
    await client.end();
  }
} // prettier-ignore

function quoted(columns: readonly string[]): string {
  return columns.map((name) => `"${name}"`).join();
}

process.on("disconnect", () => process.exit());
