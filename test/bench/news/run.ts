import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { markInvoice } from "../../../src/gateway/usecases/invoices/markInvoice.ts";
import { startSchedule } from "../../../src/runtime/jobs/schedule.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { startPostgres } from "../../support/postgres.ts";
import { median, percentile } from "../measure.ts";
import { markdown, rounded, syncedWrites, type Row } from "../table.ts";

/**
 * `npm run bench:news`: how long a page that is open at one gateway waits until it hears of a change that another gateway has
 * committed, on PostgreSQL, with and without DATABASE_LISTEN_URL. It prints a section of docs/explanation/benchmarks.md.
 * `-- --small` tries it.
 */
const CHANGES = process.argv.includes("--small") ? 10 : 200;
const WANTED_MS = 1_000;
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
fs.chmodSync(folder, 0o755); // PostgreSQL runs as somebody else
const postgres = await startPostgres(folder, { durable: true });
try {
  const rows = [await measured("asking once a second", false), await measured("listening", true)];
  const minutes = (performance.now() - began) / 60_000;
  const command = ["npm run bench:news", ...(CHANGES === 10 ? ["-- --small"] : [])].join(" ");
  console.log(
    `\n${markdown(rows, { command, minutes, syncs: syncedWrites(folder), databases: "PostgreSQL" })}`,
  );
} finally {
  await postgres.stop();
  fs.rmSync(folder, { recursive: true });
}

/** The row of one way to hear of changes. */
async function measured(way: string, listens: boolean): Promise<Row> {
  const databaseUrl = await postgres.url(listens ? "listening" : "asking");
  const env = { MASTER_KEY: "cd".repeat(32), ...(listens ? { DATABASE_LISTEN_URL: databaseUrl } : {}) };
  const here = await startMerchantApp({ databaseUrl, env });
  const there = await startMerchantApp({ databaseUrl, env });
  const jobs = here.app.jobs.filter(({ name }) => name === "announce changes");
  const schedule = startSchedule(jobs, { log: silentLog, clock: Date.now });
  const waits: number[] = [];
  for (let change = 0; change < CHANGES; change++) waits.push(await oneChange(here, there));
  await schedule.stop();
  await there.close();
  await here.close();
  const p99 = percentile(waits, 0.99);
  const shown = `median ${rounded(median(waits))} ms, p99 ${rounded(p99)} ms, longest ${rounded(Math.max(...waits))} ms`;
  return [
    `a change at B, heard by a page at A, ${way}`,
    shown,
    "1,000 ms at most (p99)",
    rounded(p99 / WANTED_MS, 2),
  ];
}

/** Milliseconds from the commit at one gateway to the news on a page of the other. */
async function oneChange(here: MerchantApp, there: MerchantApp): Promise<number> {
  const made = await here.post("/invoices", { amount: "25.00", currency: "USD" });
  const { id } = made.body as { id: string };
  const stop = new AbortController();
  const response = await fetch(`${here.url}/i/${id}/events`, { signal: stop.signal });
  const reader = response.body!.getReader();
  await reader.read(); // how it stands
  await rest(Math.random() * 1_000); // at any moment of the second
  const news = reader.read();
  await markInvoice(there.app.gateway, id, "Invalid", { by: "the bench", reason: "the bench" });
  const committed = performance.now();
  await news;
  const wait = performance.now() - committed;
  stop.abort();
  return Math.max(0, wait);
}
