import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { testClock } from "../../support/clock.ts";
import { frequentJobs } from "../../support/frequentJobs.ts";
import { startPostgres } from "../../support/postgres.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { dayOf, EVENTS_EACH, STORE_ID } from "../audit/template.ts";
import { startChild } from "../child.ts";
import { compile } from "../compile.ts";
import { median } from "../measure.ts";
import { markdown, rounded, syncedWrites, type Row } from "../table.ts";

/**
 * `npm run bench:full`: what a database with many invoices costs the work of every day: to create an invoice, to show its page, to
 * run each job once, and to start. The whole application runs in the sandbox twice, with a thousand and with a million invoices
 * that `seed.ts` of the audit's measurement has made, and works in turns. It prints a section of docs/explanation/benchmarks.md. `-- --invoices=20000` says how many, `-- sqlite` or `-- postgres` (the default) chooses.
 */
const words = process.argv.slice(2);
const most = Number(words.find((word) => word.startsWith("--invoices="))?.split("=")[1] ?? 1_000_000);
const name = words.includes("sqlite") ? "sqlite" : "postgres";
const ROUNDS = 25;
const STARTS = 3;
const WAITING = 100; // of the invoices of each shop, for a person
const SETTLING = 200; // rounds of all jobs, before anything is measured
const FEW = 1_000;
/** What creation, pages and jobs read. The rest is evidence (observations, quotes, attempts of webhooks), which takes most of the room. */
const TABLES = [
  ...["invoices", "invoice_words", "book_lines", "addresses", "leases", "deposits", "settlements"],
  ...["transfers", "events", "deliveries"],
];
const LATE_MS = 23 * HOUR_MS; // of the day of the newest invoices
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
fs.chmodSync(folder, 0o755); // PostgreSQL runs as somebody else
const compiled = compile(path.join(folder, "program"));
const postgres = name === "postgres" ? await startPostgres(folder, { durable: true }) : undefined;
const shops: Shop[] = [];
try {
  for (const invoices of [FEW, most]) shops.push(await filledShop(invoices));
  const [few, many] = shops as [Shop, Shop];
  const rows = [...(await inTurns(few, many)), await startsInTurns(few, many)];
  const minutes = (performance.now() - began) / MINUTE_MS;
  const command = ["npm run bench:full", ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
  const about = { command, minutes, syncs: syncedWrites(folder), databases: name };
  console.log(`\n${markdown(rows, about)}`);
} finally {
  for (const { app } of shops) await app.close();
  await postgres?.stop();
  fs.rmSync(folder, { recursive: true });
}

type Shop = { readonly invoices: number; readonly url: string | undefined; app: SandboxApp };

async function filledShop(invoices: number): Promise<Shop> {
  say(`${invoices} invoices are being made …`);
  const url = await postgres?.url(`full${invoices}`);
  const empty = await open(invoices, url);
  await noteNumbers(empty, invoices);
  await empty.close();
  await seed(invoices, url);
  const app = await open(invoices, url);
  say("The jobs do what has been left …");
  for (let round = 0; round < SETTLING; round++) {
    app.clock.advance(SECOND_MS);
    await app.run();
  }
  return { invoices, url, app };
}

/** Opens the application late on the day of the newest seeded invoices. */
async function open(invoices: number, databaseUrl: string | undefined): Promise<SandboxApp> {
  const clock = testClock(Date.parse(dayOf(0)) + LATE_MS);
  return startSandboxApp({ clock, dataDir: folderOf(invoices), ...(databaseUrl && { databaseUrl }) });
}

function folderOf(invoices: number): string {
  return path.join(folder, String(invoices));
}

/** The numbers that the seed gives to its events are taken. */
async function noteNumbers({ app }: SandboxApp, invoices: number): Promise<void> {
  const { persistence, clock } = app.gateway;
  const name = "events numbered";
  const note = await persistence.checkpoints.read(name);
  const body = { ...(note?.body as object), [STORE_ID]: (invoices + 1) * EVENTS_EACH };
  await persistence.checkpoints.write(name, body, clock(), note?.version ?? 0);
}

/** As the gateway would have written them. What was paid or has expired holds its address no longer, but for the last hour. */
async function seed(invoices: number, url: string | undefined): Promise<void> {
  const seeder = startChild(compiled("test/bench/audit/seed.ts"));
  const file = path.join(folderOf(invoices), "crosstill.db");
  try {
    await seeder.ask("seed", {
      ...(url ? { url } : { file }),
      invoices,
      waiting: WAITING,
      expired: true,
      tables: TABLES,
    });
  } finally {
    await seeder.close();
  }
  const newest = Date.parse(dayOf(0)) + LATE_MS - HOUR_MS;
  const ended = `update leases set until_at = from_at + ${HOUR_MS} where until_at is null and from_at < ${newest}`;
  if (!url) return void new Sqlite(file).exec(ended).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of [ended, "vacuum analyze"]) await client.query(statement);
  await client.end();
}

/** Something that is done in a shop, by the name of the row. */
type Work = readonly [what: string, of: (shop: SandboxApp) => Promise<unknown>];

function workOf({ app }: SandboxApp): readonly Work[] {
  const pages = new Map<string, string>(); // of the last invoice of each shop
  const create = async ({ url, post }: SandboxApp) => {
    const { status, body } = await post("/invoices", { amount: "25.00", currency: "USD" });
    if (status !== 200) throw new Error(`An invoice was refused with ${status}: ${JSON.stringify(body)}`);
    pages.set(url, (body as { checkoutLink: string }).checkoutLink);
  };
  const show = async ({ url }: SandboxApp) => {
    const page = await fetch(pages.get(url) ?? "");
    if (page.status !== 200) throw new Error(`The page of an invoice answered ${page.status}.`);
    await page.text();
  };
  const jobs = frequentJobs(app.jobs).map(({ name: job }): Work => [
    `the job "${job}"`,
    (shop) => shop.run(job),
  ]);
  return [["an invoice is created", create], ["its page is shown", show], ...jobs];
}

async function inTurns(few: Shop, many: Shop): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [what, of] of workOf(few.app)) {
    const took = { few: [] as number[], many: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const pair = [await timed(few.app, of), await timed(many.app, of)] as const;
      if (round === 0) continue; // which only warms them up
      took.few.push(pair[0]);
      took.many.push(pair[1]);
    }
    rows.push(rowOf(what, took));
  }
  return rows;
}

async function timed(shop: SandboxApp, of: (shop: SandboxApp) => Promise<unknown>): Promise<number> {
  shop.clock.advance(SECOND_MS);
  const start = performance.now();
  await of(shop);
  return performance.now() - start;
}

async function startsInTurns(few: Shop, many: Shop): Promise<Row> {
  const took = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < STARTS; round++) {
    took.few.push(await restarted(few));
    took.many.push(await restarted(many));
  }
  return rowOf("the start of the gateway, with the sandbox beside it", took);
}

async function restarted(shop: Shop): Promise<number> {
  await shop.app.close();
  const start = performance.now();
  shop.app = await open(shop.invoices, shop.url);
  return performance.now() - start;
}

function rowOf(what: string, { few, many }: Readonly<Record<"few" | "many", readonly number[]>>): Row {
  const ratio = median(many.map((ms, index) => ms / (few[index] ?? NaN)));
  const row: Row = [
    `${name}, ${most} invoices: ${what}`,
    `${rounded(median(many), 1)} ms`,
    `${rounded(median(few), 1)} ms with ${FEW}`,
    rounded(ratio, 2),
  ];
  say(row.join(" | "));
  return row;
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}
