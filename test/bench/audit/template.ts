import path from "node:path";
import Sqlite from "better-sqlite3";
import { openDatabase } from "../../../src/database/open.ts";
import { pack, unpack } from "../../../src/database/packed.ts";
import { STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { DAY_MS, SECOND_MS } from "../../../src/values/time.ts";
import { addressOf, blockOf, decidingGateway, issue, tellerOf, txidOf } from "../../gateway/audit/healthy.ts";
import { anInvoice, EXPIRES, FLOOR, ISSUED, PRICE_SATS, tick } from "../../gateway/domain/invoices/given.ts";

/** Rows of invoices that the gateway itself has decided upon, and how to write the same rows for other invoices. */

export type Row = readonly unknown[];
/** What one table has of one invoice, or of their shop: its columns, and the rows of the invoice of a number. */
export type Rows = Readonly<{
  table: string;
  columns: readonly string[];
  rowsOf(number: number): readonly Row[];
}>;
export type Kind = "paid" | "unpaid" | "expired" | "waiting"; // the last was paid in part, and waits for a person
export type Templates = Readonly<Record<"shop" | Kind, readonly Rows[]>>;

export const STORE_ID = "shop-1";
export const EVENTS_EACH = 8; // at most
const EACH_MS = 10 * SECOND_MS; // each is issued so long after the one before, from eight in the morning on
const A_DAY = 5_000; // invoices
const LAST_DAYS = 60; // before those of the tests, which are in the future

export const idOf = (number: number) => `Bench${String(number).padStart(9, "0")}`;
/** How much earlier an invoice is than the one that its rows are copied from. Hours and minutes stay in their day. */
const shiftOf = (number: number) =>
  (number % A_DAY) * EACH_MS - (Math.floor(number / A_DAY) + LAST_DAYS) * DAY_MS;
export const dayOf = (number: number) => new Date(ISSUED + shiftOf(number)).toISOString().slice(0, 10);

const PAID = idOf(999_999_999);
const UNPAID = idOf(999_999_998);
const WAITING = idOf(999_999_997);
const EXPIRED = idOf(999_999_996);

/** Makes a shop with an invoice of each kind, and reads what they wrote. */
export async function makeTemplates(folder: string): Promise<Templates> {
  const file = path.join(folder, "template.db");
  const database = await openDatabase(file, "gateway");
  const deciding = decidingGateway(database);
  const settings = { ...STORE_DEFAULTS, settlement: anInvoice().terms.settlement, refunds: {} };
  await deciding.persistence.stores.create({ id: STORE_ID, name: "Bench", settings, createdAt: ISSUED });
  for (const id of [PAID, UNPAID, EXPIRED, WAITING]) await issue(deciding, id, STORE_ID);
  const { mempool, block, word, success } = tellerOf(deciding, PAID);
  for (const tell of [mempool, block, () => word("pending"), success]) await tell();
  const waiting = tellerOf(deciding, WAITING);
  await waiting.block(PRICE_SATS / 4n);
  await waiting.success(FLOOR / 4n);
  deciding.clock.advance(EXPIRES - deciding.clock());
  for (const { tell } of [waiting, tellerOf(deciding, EXPIRED)]) await tell((at) => tick(at, EXPIRES));
  await database.close();
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const names = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    const tables = names.filter((name) => !/^sqlite_|migrations|^notes$|^rollups$/.test(name));
    const rows = (id: string) => tables.map((table) => rowsIn(sqlite, table, id)).filter(({ rowsOf }) => rowsOf(0).length > 0);
    return { shop: rows("").filter(({ table }) => table === "stores" || table === "assets"), paid: rows(PAID), unpaid: rows(UNPAID), expired: rows(EXPIRED), waiting: rows(WAITING) };
  } finally {
    sqlite.close();
  }
} // prettier-ignore

/** What a table has with the invoice's name, or its address or transaction, in it; with "" all that it has. */
function rowsIn(sqlite: Sqlite.Database, table: string, id: string): Rows {
  const all = sqlite.prepare(`select * from ${table}`).all() as Readonly<Record<string, unknown>>[];
  const tokens = tokensOf(id);
  const own = all.filter((row) => Object.values(row).some((cell) => tokens.some((token) => unpack(String(cell)).includes(token))));
  const columns = Object.keys(all[0] ?? {}).filter((name) => !(table === "observations" && name === "id"));
  const made = (id === "" ? all : own).map((row) => columns.map((name) => writer(id, row[name], name)));
  return {
    table,
    columns,
    rowsOf(number) {
      const others = tokensOf(idOf(number));
      return made.map((cells, index) => cells.map((write) => write(others, number, index)));
    },
  };
} // prettier-ignore

const names = new Map<string, readonly string[]>();

/** The invoice's id, and what else is its own: an address, a transaction, a block and its header. */
function tokensOf(id: string): readonly string[] {
  if (id === "") return [];
  const known = names.get(id);
  if (known) return known;
  const txid = txidOf(id);
  const { blockHash, proof } = blockOf(txid);
  const { header } = proof as Readonly<{ header: string }>;
  const tokens = [id, id.toLowerCase(), addressOf(id), txid, blockHash, header];
  if (names.size > 10) names.clear();
  names.set(id, tokens);
  return tokens;
}

type Writer = (tokens: readonly string[], number: number, index: number) => unknown;
const TIMES = "18000\\d{8}|18000\\d{5}"; // milliseconds and seconds

function writer(id: string, cell: unknown, column: string): Writer {
  if (column === "sequence") return (_, number, index) => number * EVENTS_EACH + index + 1;
  if (typeof cell === "number" && cell >= ISSUED) return (_, number) => cell + shiftOf(number);
  if (typeof cell !== "string" || id === "") return () => cell;
  const tokens = tokensOf(id);
  const json = unpack(cell);
  const stored = json === cell ? (text: string) => text : pack;
  const parts = json.split(new RegExp(`(${[...tokens, TIMES].join("|")})`)).map((part, index) => {
    const token = tokens.indexOf(part);
    if (token >= 0) return (others: readonly string[]) => others[token];
    if (index % 2 === 0) return () => part;
    const unit = part.length > 10 ? 1 : SECOND_MS;
    return (_: readonly string[], number: number) => String(Number(part) + shiftOf(number) / unit);
  });
  return (others, number) => stored(parts.map((part) => part(others, number)).join(""));
}
