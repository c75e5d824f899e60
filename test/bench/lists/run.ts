import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { addressOf, txidOf } from "../../gateway/audit/healthy.ts";
import { startPostgres } from "../../support/postgres.ts";
import { dayOf, idOf, STORE_ID } from "../audit/template.ts";
import { startChild, type Child } from "../child.ts";
import { compile } from "../compile.ts";
import { openConnection } from "../connection.ts";
import { median } from "../measure.ts";
import type { Visit } from "./server.ts";
import { markdown, rounded, syncedWrites, type Row } from "../table.ts";

/**
 * `npm run bench:lists`: how long the merchant API and the owner's pages take to list and find invoices in a shop that has many,
 * and in one that has a thousand, in turns, on both databases. It prints a section of docs/explanation/benchmarks.md. `-- --invoices=20000` says how many,
 * `-- sqlite` or `-- postgres` chooses, `-- statement` fills the ledger as well and asks for the statement of a month, `-- --small` tries it.
 */
const words = process.argv.slice(2);
const wordOf = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1];
const small = words.includes("--small");
const FEW = 1_000;
const many = Number(wordOf("invoices") ?? (small ? 5_000 : 1_000_000));
const rounds = small ? 5 : 25;
const chosen = ["sqlite", "postgres"].filter((name) => words.includes(name));
const withStatement = words.includes("statement");
const TABLES = ["invoices", "invoice_words", "book_lines", ...(withStatement ? ["ledger"] : [])]; // that lists, searches, the overview and statements read
const WAITING = 100; // invoices of each shop, for the inbox and the badges of the navigation
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
fs.chmodSync(folder, 0o755); // PostgreSQL runs as somebody else
const compiled = compile(path.join(folder, "program"));
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
try {
  const rows: Row[] = [];
  for (const name of chosen.length > 0 ? chosen : ["sqlite", "postgres"])
    rows.push(...(await measured(name)));
  const minutes = (performance.now() - began) / 60_000;
  const command = ["npm run bench:lists", ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
  console.log(
    `\n${markdown(rows, { command, minutes, syncs: syncedWrites(folder), databases: "both databases" })}`,
  );
} finally {
  fs.rmSync(folder, { recursive: true });
}

async function measured(name: string): Promise<readonly Row[]> {
  const postgres = name === "postgres" ? await startPostgres(folder, { durable: true }) : undefined;
  const servers: Child[] = [];
  try {
    const shops: Shop[] = [];
    for (const invoices of [FEW, many]) {
      const data = path.join(folder, `${name}-${invoices}`);
      const opening = { folder: data, url: (await postgres?.url(`lists${invoices}`)) ?? null };
      await fill(opening, invoices);
      const server = startChild(compiled("test/bench/lists/server.ts"));
      servers.push(server);
      shops.push({ invoices, server, url: await server.ask<string>("open", opening) });
    }
    const [few, large] = shops as [Shop, Shop];
    return await inTurns(name, few, large);
  } finally {
    for (const server of servers) await server.close();
    await postgres?.stop();
  }
}

/** Migrates the database by opening it once, and fills what lists and searches read. */
async function fill(opening: Readonly<{ folder: string; url: string | null }>, invoices: number): Promise<void> {
  say(`${invoices} invoices are being made …`);
  const server = startChild(compiled("test/bench/lists/server.ts"));
  const seeder = startChild(compiled("test/bench/audit/seed.ts"));
  try {
    await server.ask("open", opening);
    await server.close();
    const target = opening.url === null ? { file: path.join(opening.folder, "crosstill.db") } : { url: opening.url };
    await seeder.ask("seed", { ...target, invoices, waiting: WAITING, tables: TABLES });
  } finally {
    await server.close();
    await seeder.close();
  }
} // prettier-ignore

type Shop = Readonly<{ invoices: number; server: Child; url: string }>;

/** What is asked of a shop with so many invoices. The one in the middle was paid. */
function questions(invoices: number): Readonly<Record<string, string>> {
  const middle = invoices / 2;
  const id = idOf(middle);
  return {
    "the first page": "",
    "the page in the middle": `skip=${middle}`,
    "the last page": `skip=${invoices - 50}`,
    "the invoices of a day": `startDate=${Date.parse(dayOf(middle)) / 1_000}&endDate=${Date.parse(dayOf(middle)) / 1_000 + 86_399}`,
    "the invoice of an order": `orderId=${id}`,
    "the invoices of two orders": `orderId=${id}&orderId=${idOf(middle + 1)}`,
    "the invoices of a state that every second has": "status=Settled",
    "the invoices of two states that none has": "status=Invalid&status=Processing",
    "a search for an invoice's id": `textSearch=${id}`,
    "a search for an address": `textSearch=${addressOf(id)}`,
    "a search for the beginning of a transaction": `textSearch=${txidOf(id).slice(0, 20)}`,
    "a search for a word of every invoice": "textSearch=25.00",
    "a search for a word of every invoice, and a state of none": "textSearch=25.00&status=Invalid",
    "a search for what there is not": "textSearch=nobody@shop.example",
  };
} // prettier-ignore

/** What the owner's pages are asked: a path, or a form that is sent. */
function pages(invoices: number): Readonly<Record<string, string | Form>> {
  const middle = invoices / 2;
  const list = `/owner/invoices?store=${STORE_ID}`;
  const selected = Array.from({ length: 50 }, (_, index) => idOf(middle + index));
  return {
    "a page with nothing but the navigation and its badges": "/owner/stores/new",
    "the overview, once it was shown": `/owner?store=${STORE_ID}`,
    "the page of the list": list,
    "the list without a store": "/owner/invoices",
    "the page after the invoice in the middle": `${list}&after=${idOf(middle)}`,
    "the last page": `${list}&after=${idOf(invoices - 51)}`,
    "the page of a state after the invoice in the middle": `${list}&state=Settled&after=${idOf(middle)}`,
    "the oldest first": `${list}&sort=oldest`,
    "the oldest first, after the invoice in the middle": `${list}&sort=oldest&after=${idOf(middle)}`,
    "sorted by price": `${list}&sort=highest`,
    "sorted by price, after the invoice in the middle": `${list}&sort=highest&after=${idOf(middle)}`,
    "sorted by price, of a state that every second has": `${list}&sort=lowest&state=Settled`,
    "sorted by price, and the days of a month": `${list}&sort=lowest&from=${dayOf(middle)}&to=${dayOf(Math.max(0, middle - 150_000))}`,
    "sorted by price, those that wait": `${list}&sort=highest&waiting=yes`,
    "two states and the days of a month": `${list}&state=New&state=Settled&from=${dayOf(middle)}&to=${dayOf(Math.max(0, middle - 150_000))}`,
    "invoices that wait": `${list}&waiting=yes`,
    "exceptions": `${list}&exception=PaidLate&exception=PaidPartial`,
    "exceptions of a state that none has": `${list}&exception=PaidPartial&state=Invalid`,
    "archived ones, of which there are none": `${list}&archived=yes`,
    "invoices paid in a coin that every second has": `${list}&coin=BTC`,
    "invoices paid in a coin that none has": `${list}&coin=DOGE`,
    "a coin, a state and a day": `${list}&coin=BTC&state=Settled&from=${dayOf(middle)}&to=${dayOf(middle)}`,
    "a search of the page for an invoice's id": `${list}&word=${idOf(middle)}`,
    "what has changed in the list": `/owner/invoices.json?store=${STORE_ID}`,
    "a file of the invoices that wait": `/owner/invoices.csv?store=${STORE_ID}&waiting=yes`,
    "a file of a selection": { path: "/owner/invoices/selected", fields: [["act", "csv"], ...selected.map((id) => ["id", id] as [string, string])] },
    "an invoice": `/owner/invoices/${idOf(middle)}`,
    "the inbox": `/owner/stores/${STORE_ID}/inbox`,
    ...(withStatement && {
      "the statement of the running month, once it was shown": `/owner/stores/${STORE_ID}/statements/${dayOf(0).slice(0, 7)}`,
    }),
  };
} // prettier-ignore

type Form = Readonly<{ path: string; fields: readonly [name: string, value: string][] }>;

function pageRequest(asked: string | Form, { cookie, formToken }: Visit): Ask {
  const identity = `cookie: ${cookie}`;
  if (typeof asked === "string") return { line: `GET ${asked}`, head: identity, body: "" };
  const body = new URLSearchParams([["formToken", formToken], ...asked.fields]).toString();
  const head = `${identity}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}`;
  return { line: `POST ${asked.path}`, head, body };
} // prettier-ignore

/** A question of both shops: its name, and how long its answer takes there once. */
type Question = Readonly<{ what: string; few(): Promise<number>; many(): Promise<number> }>;

async function questionsOf(few: Shop, large: Shop): Promise<readonly Question[]> {
  const [ofFew, ofMany] = [questions(few.invoices), questions(large.invoices)];
  const asked: Question[] = [];
  for (const what of Object.keys(ofMany)) {
    const keys = [await few.server.ask<string>("key"), await large.server.ask<string>("key")] as const;
    const target = (query: string) => `/api/v1/stores/${STORE_ID}/invoices?take=50&${query}`;
    const ask = (query: string, key: string) => {
      return { line: `GET ${target(query)}`, head: `authorization: token ${key}`, body: "" };
    };
    asked.push({
      what,
      few: () => answered(few, ask(ofFew[what] ?? "", keys[0])),
      many: () => answered(large, ask(ofMany[what] ?? "", keys[1])),
    });
  }
  const visits = [await few.server.ask<Visit>("session"), await large.server.ask<Visit>("session")] as const;
  const [pagesOfFew, pagesOfMany] = [pages(few.invoices), pages(large.invoices)];
  for (const [index, what] of Object.keys(pagesOfMany).entries()) {
    const from = `127.0.0.${index + 2}`; // each is limited by itself
    asked.push({
      what: `owner's pages: ${what}`,
      few: () => answered(few, pageRequest(pagesOfFew[what] ?? "", visits[0]), from),
      many: () => answered(large, pageRequest(pagesOfMany[what] ?? "", visits[1]), from),
    });
  }
  return asked;
}

async function inTurns(name: string, few: Shop, large: Shop): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const question of await questionsOf(few, large)) {
    const took = { few: [] as number[], many: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      const pair = [await question.few(), await question.many()] as const;
      if (round === 0) continue; // which only warms them up
      took.few.push(pair[0]);
      took.many.push(pair[1]);
    }
    const ratio = median(took.many.map((ms, index) => ms / (took.few[index] ?? NaN)));
    const row: Row = [
      `${name}, ${large.invoices} invoices: ${question.what}`,
      `${rounded(median(took.many), 1)} ms`,
      `${rounded(median(took.few), 1)} ms with ${few.invoices}`,
      rounded(ratio, 2),
    ];
    say(row.join(" | "));
    rows.push(row);
  }
  return rows;
}

type Ask = Readonly<{ line: string; head: string; body: string }>;

/** How many milliseconds an answer took. */
async function answered({ url }: Shop, { line, head, body }: Ask, from?: string): Promise<number> {
  const connection = openConnection(url, from);
  const { host, origin } = new URL(url);
  const request = `${line} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n${head}\r\n\r\n${body}`;
  const start = performance.now();
  const reply = await connection.send(request);
  const took = performance.now() - start;
  connection.end();
  if (reply.status !== 200) throw new Error(`${line} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
  return took;
}
