import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { serveParent } from "../child.ts";
import {
  dayOf,
  makeTemplates,
  STORE_ID,
  type Kind,
  type Row,
  type Rows,
  type Templates,
} from "./template.ts";

/** Fills a migrated database with invoices, every second of them paid and settled, as the gateway would have written them. */

/**
 * Into which database, how many, how many of these wait for a person (none), whether those that were not paid have expired, and of
 * which tables (of all).
 */
export type Seeding = Readonly<{ file: string } | { url: string }> &
  Readonly<{ invoices: number; waiting?: number; expired?: boolean; tables?: readonly string[] }>;
type Insert = (table: string, columns: readonly string[], rows: readonly Row[]) => Promise<void>;

const AT_ONCE = 200; // invoices

serveParent({
  async seed(seeding: Seeding): Promise<void> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-template-"));
    try {
      const templates = only(await makeTemplates(folder), seeding.tables);
      const work = (insert: Insert) => fill(templates, seeding, insert);
      await ("file" in seeding ? intoSqlite(seeding.file, work) : intoPostgres(seeding.url, work));
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
});

function only(templates: Templates, tables: readonly string[] | undefined): Templates {
  if (!tables) return templates;
  const { shop, ...kinds } = templates;
  const asked = (rows: readonly Rows[]) => rows.filter(({ table }) => tables.includes(table));
  return {
    shop,
    paid: asked(kinds.paid),
    unpaid: asked(kinds.unpaid),
    expired: asked(kinds.expired),
    waiting: asked(kinds.waiting),
  };
}

async function fill(
  templates: Templates,
  { invoices, waiting = 0, expired = false }: Pick<Seeding, "invoices" | "waiting" | "expired">,
  insert: Insert,
): Promise<void> {
  const every = waiting === 0 ? Infinity : Math.floor(invoices / waiting / 2) * 2; // even, so that a paid one stays paid
  const kindOf = (number: number): Kind => {
    if (number % 2 === 0) return "paid";
    return number % every === 1 && waiting > 0 ? "waiting" : expired ? "expired" : "unpaid";
  };
  for (const { table, columns, rowsOf } of templates.shop) await insert(table, columns, rowsOf(0));
  for (let from = 0; from < invoices; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, invoices - from) }, (_, index) => from + index);
    const ofTables = new Map<string, Readonly<{ columns: readonly string[]; rows: Row[] }>>();
    for (const number of numbers)
      for (const { table, columns, rowsOf } of templates[kindOf(number)]) {
        const found = ofTables.get(table) ?? { columns, rows: [] };
        ofTables.set(table, found);
        found.rows.push(...rowsOf(number));
      }
    for (const [table, { columns, rows }] of ofTables) await insert(table, columns, rows);
  }
  const isBooked = templates.paid.some(({ table }) => table === "ledger");
  if (isBooked) await insert("rollups", ROLLUPS, totals(templates, invoices, kindOf));
}

const ROLLUPS = ["key", "day", "store_id", "account", "currency", "out", "into"];
type Sums = [out: bigint, into: bigint];

/** What each account moved on each day: by invoices of one kind the same. */
function totals(templates: Templates, invoices: number, kindOf: (number: number) => Kind): readonly Row[] {
  const one = {
    paid: movedBy(templates.paid),
    unpaid: movedBy([]),
    expired: movedBy([]),
    waiting: movedBy(templates.waiting),
  };
  const all = new Map<string, Sums>();
  for (let number = 0; number < invoices; number++)
    for (const [name, [out, into]] of one[kindOf(number)]) {
      const key = `${dayOf(number)}|${STORE_ID}|${name}`;
      const [before, past] = all.get(key) ?? [0n, 0n];
      all.set(key, [before + out, past + into]);
    }
  return [...all].map(([key, [out, into]]) => [key, ...key.split("|"), String(out), String(into)]);
}

const NO_ROWS: Rows = { table: "ledger", columns: [], rowsOf: () => [] };

/** What one invoice with these rows moves, by account and currency. */
function movedBy(rows: readonly Rows[]): ReadonlyMap<string, Sums> {
  const { columns, rowsOf } = rows.find(({ table }) => table === "ledger") ?? NO_ROWS;
  const cell = (row: Row, name: string) => String(row[columns.indexOf(name)]);
  const moved = new Map<string, Sums>();
  for (const row of rowsOf(0))
    for (const [side, account] of ["from_account", "to_account"].entries()) {
      const name = `${cell(row, account)}|${cell(row, "currency")}`;
      const sums = moved.get(name) ?? [0n, 0n];
      sums[side as 0 | 1] += BigInt(cell(row, "amount"));
      moved.set(name, sums);
    }
  return moved;
}

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
