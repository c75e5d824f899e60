import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPostgres } from "../../support/postgres.ts";
import type { Opened } from "../api/server.ts";
import { startChild, type Child } from "../child.ts";
import { compile } from "../compile.ts";
import { median, percentile } from "../measure.ts";
import { markdown, rounded, syncedWrites, type Row } from "../table.ts";
import type { Held } from "./server.ts";

/**
 * `npm run bench:audit`: how long it takes to make an invoice while the server's audit goes on, and while it does not, in turns,
 * in a database that has so many invoices already. It prints a section of docs/explanation/benchmarks.md. `-- --invoices=1000000` says how
 * many, `-- postgres` takes PostgreSQL, `-- --whole` makes a whole audit first and prints what it found, `-- --small` tries it.
 */
const words = process.argv.slice(2);
const wordOf = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1];
const small = words.includes("--small");
const isPostgres = words.includes("postgres");
const invoices = Number(wordOf("invoices") ?? (small ? 2_000 : 20_000));
const rounds = small ? 1 : 5;
const forMs = small ? 3_000 : 15_000;
const EVERY_MS = 20; // an invoice: far below what the server can make, so that waiting is what is measured
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
fs.chmodSync(folder, 0o755); // PostgreSQL runs as somebody else
const compiled = compile(path.join(folder, "program"));
const started = (name: string) => startChild(compiled(`test/bench/audit/${name}.ts`));
const postgres = isPostgres ? await startPostgres(folder, { durable: true }) : undefined;
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
try {
  const data = path.join(folder, "data");
  const url = (await postgres?.url("bench")) ?? null;
  await seed(data, url);
  const rows = await measure({ folder: data, url });
  const minutes = (performance.now() - began) / 60_000;
  const command = ["npm run bench:audit", ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
  const about = { command, minutes, syncs: syncedWrites(folder), databases: isPostgres ? "PostgreSQL" : "SQLite" };
  console.log(`\n${markdown(rows, about)}`);
} finally {
  await postgres?.stop();
  fs.rmSync(folder, { recursive: true });
} // prettier-ignore

/** Migrates the database by opening it once, and fills it. */
async function seed(data: string, url: string | null): Promise<void> {
  say(`${invoices} invoices are being made …`);
  const [server, seeder] = [started("server"), started("seed")];
  try {
    await server.ask("open", { folder: data, url });
    await server.close();
    const target = url === null ? { file: path.join(data, "crosstill.db") } : { url };
    await seeder.ask("seed", { ...target, invoices });
  } finally {
    await server.close();
    await seeder.close();
  }
}

async function measure(opening: Readonly<{ folder: string; url: string | null }>): Promise<readonly Row[]> {
  const [server, orders] = [started("server"), started("orders")];
  try {
    const { url, storeId, key } = await server.ask<Opened>("open", opening);
    if (words.includes("--whole")) say(JSON.stringify(await server.ask("whole")));
    const ask = { url: `${url}/api/v1/stores/${storeId}/invoices`, key, everyMs: EVERY_MS, forMs };
    const part = async (): Promise<Part> => {
      await server.ask("prepare", (2 * forMs) / EVERY_MS);
      await server.ask("watch");
      const took = await orders.ask<readonly number[]>("order", ask);
      return { took, ...(await server.ask<Held>("watched")) };
    };
    await server.ask("placeAudit");
    await part(); // so that neither is measured while the program is cold
    const pairs: Pair[] = [];
    for (let round = 1; round <= rounds; round++) {
      const without = await part();
      pairs.push({ without, during: await during(server, part) });
      say(`round ${round}: ${rowsOf(pairs.slice(-1)).map((row) => row.join(" | ")).join("\n  ")}`);
    }
    say(JSON.stringify(await server.ask("progress")).slice(0, 1_000));
    return rowsOf(pairs);
  } finally {
    await server.close();
    await orders.close();
  }
} // prettier-ignore

type Part = Held & Readonly<{ took: readonly number[] }>;
type Pair = Readonly<{ during: Part; without: Part }>;

async function during(server: Child, part: () => Promise<Part>): Promise<Part> {
  await server.ask("startAudit");
  try {
    return await part();
  } finally {
    await server.ask("stopAudit");
  }
}

function rowsOf(pairs: readonly Pair[]): readonly Row[] {
  const row = (what: string, value: (part: Part) => number, unit: string): Row => {
    const of = (side: keyof Pair) => rounded(median(pairs.map((pair) => value(pair[side]))), 1);
    const ratio = median(pairs.map(({ during: audited, without }) => value(audited) / value(without)));
    return [`${invoices} invoices: ${what}`, `${of("during")} ${unit}`, `${of("without")} ${unit} without the audit`, rounded(ratio, 2)];
  };
  return [
    row(`making one while the audit goes on, ${1_000 / EVERY_MS} a second, p99`, ({ took }) => percentile(took, 0.99), "ms"),
    row("the same, median", ({ took }) => median(took), "ms"),
    row("the longest block of the event loop", ({ longestMs }) => longestMs, "ms"),
    row("processor time of the server", ({ cpuMs }) => cpuMs / (forMs / 1_000), "ms a second"),
  ];
} // prettier-ignore
