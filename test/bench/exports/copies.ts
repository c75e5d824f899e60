import Sqlite from "better-sqlite3";
import { pack, unpack } from "../../../src/database/packed.ts";
import { FIRST_SECOND, ID_LEAD, INVOICE_SECONDS, MONITORING_SECONDS } from "./payments.ts";

/** The tables of the books and of invoices, and their columns with a payment's ten digits in them. */
const TABLES = {
  ledger: ["id", "invoice_id"],
  book_lines: ["id", "invoice_id", "body"],
  invoices: ["id", "order_id", "terms", "facts", "words"],
} as const;

type Table = keyof typeof TABLES;

const PACKED: readonly string[] = ["body", "terms", "facts"];

/**
 * Makes as many payments of the ones that are there, each a second after the one before. Nothing has been synced before it is
 * done. The days' totals and whatever else no export reads stay as they are. `plain_lines` is the lines as SQL alone can read
 * them, for the bare program.
 */
export function copyPayments(file: string, real: number, count: number): void {
  const sqlite = new Sqlite(file);
  try {
    for (const setting of ["journal_mode = memory", "synchronous = off", "cache_size = -500000"])
      sqlite.pragma(setting);
    sqlite.function("pack", { deterministic: true }, (json) => pack(String(json)));
    sqlite.function("unpack", { deterministic: true }, (stored) => unpack(String(stored)));
    sqlite.exec("begin");
    for (const table of Object.keys(TABLES) as Table[]) copyRows(sqlite, table, real, count);
    sqlite.exec(`
      create table plain_lines as
        select id, file, store_id, invoice_id, kind, at, unpack(body) as body from book_lines order by at, id;
      create index plain_lines_by_store on plain_lines (store_id, file, at);`);
    sqlite.exec("commit");
  } finally {
    sqlite.close();
  }
}

/** In the order of time, as they would have come. */
function copyRows(sqlite: Sqlite.Database, table: Table, real: number, count: number): void {
  const invoice = table === "invoices" ? "id" : "invoice_id";
  const nth = `cast(substr(${invoice}, ${ID_LEAD.length + 1}, 10) as integer) - ${FIRST_SECOND}`;
  const columns = sqlite.pragma(`table_info(${table})`) as readonly Readonly<{ name: string }>[];
  const copied = columns.map(({ name }) => copiedColumn(name, TABLES[table]));
  sqlite.exec(`
    create temp table real_${table} as select *, ${nth} as nth from ${table} order by ${nth}, rowid;
    create index temp.real_${table}_nth on real_${table} (nth);
    with recursive number (i) as (select ${real} union all select i + 1 from number where i + 1 < ${count})
    insert into ${table} (${columns.map(({ name }) => name).join()})
    select ${copied.join()} from number cross join real_${table} on nth = i % ${real};`);
}

/** The latest digits first: none of them is then taken for one that was put there before. */
function copiedColumn(name: string, digits: readonly string[]): string {
  if (/(^|_)at$/.test(name)) return `${name} + (i - nth) * 1000`;
  if (!digits.includes(name)) return name;
  const isPacked = PACKED.includes(name);
  const copied = [MONITORING_SECONDS, INVOICE_SECONDS, 0].reduce(
    (text, after) => `replace(${text}, ${FIRST_SECOND + after} + nth, ${FIRST_SECOND + after} + i)`,
    isPacked ? `unpack(${name})` : name,
  );
  return isPacked ? `pack(${copied})` : copied;
}
