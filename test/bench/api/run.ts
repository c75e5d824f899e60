import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startCaller } from "../caller.ts";
import { compile } from "../compile.ts";
import { startChild, type Child } from "../child.ts";
import { markdown, syncedWrites, type Row } from "../table.ts";
import { inTurns, rowOf } from "../turns.ts";
import { prepareCreations } from "./creations.ts";
import { startReceivers } from "./receivers.ts";
import { slowSync } from "./slowSync.ts";
import { measureWebhooks } from "./webhooks.ts";

/**
 * `npm run bench:api`: the merchant API and its webhooks on SQLite and on PostgreSQL, beside bare programs that keep nothing. It
 * prints the section of docs/explanation/benchmarks.md. `-- --small` tries everything in about a minute; words such as
 * `-- sqlite webhooks` choose a database and what is measured (creations, slowcreations, webhooks).
 */
const FULL = { rounds: 5, invoices: 800, events: 100, hostileEvents: 200 };
const SMALL = { rounds: 1, invoices: 100, events: 10, hostileEvents: 10 };
const words = process.argv.slice(2);
const small = words.includes("--small");
const ENGINES = ["SQLite", "PostgreSQL"] as const;
const sizes = { ...(small ? SMALL : FULL), atOnce: 32 };
const SLOWER_US = 1_000;
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
fs.chmodSync(folder, 0o755); // PostgreSQL runs as somebody else
const slower = slowSync(folder, SLOWER_US);
const compiled = compile(path.join(folder, "program"));
try {
  const rows: Row[] = [];
  for (const engine of chosen(ENGINES, (name) => name)) rows.push(...(await measure(engine)));
  const minutes = (performance.now() - began) / 60_000;
  const command = ["npm run bench:api", ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
  const about = { command, minutes, syncs: syncedWrites(folder), databases: "SQLite and PostgreSQL" };
  console.log(`\n${markdown(rows, about)}`);
  if (typeof slower === "string") console.log(`\nThe slower disk was left out: ${slower}`);
} finally {
  fs.rmSync(folder, { recursive: true });
}

type Engine = (typeof ENGINES)[number];

/** Those whose names were said, or all when none was. */
function chosen<T>(all: readonly T[], nameOf: (one: T) => string): readonly T[] {
  const said = all.filter((one) => words.includes(nameOf(one).toLowerCase()));
  return said.length > 0 ? said : all;
}

type Stage = Readonly<{ server: Child; databaseUrl: string | undefined }>;

async function measure(engine: Engine): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const work of chosen([creations, slowCreations, webhooks], ({ name }) => name)) {
    const env = work === slowCreations ? slower : {};
    if (typeof env !== "string") rows.push(...(await onStage(engine, env, work)));
  }
  return rows.map(([what, ...figures]) => [`${engine}: ${what}`, ...figures]);
}

/** Does it with a new database and new processes; `env` makes their disk slower. */
async function onStage(
  engine: Engine,
  env: Readonly<Record<string, string>>,
  work: (stage: Stage) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  console.error(`${new Date().toISOString().slice(11, 19)} ${engine}: ${work.name} …`);
  const start = (file: string) => startChild(compiled(`test/bench/api/${file}`), env);
  const postgres = engine === "PostgreSQL" ? start("postgres.ts") : undefined;
  const server = start("server.ts");
  try {
    const rows = await work({ server, databaseUrl: await postgres?.ask<string>("url", "bench") });
    for (const row of rows) console.error(`  ${row.join(" | ")}`);
    return rows;
  } finally {
    await server.close();
    await postgres?.close();
  }
}

async function creations({ server, databaseUrl }: Stage): Promise<readonly Row[]> {
  const caller = startCaller(compiled("test/bench/caller.ts"));
  try {
    const { ours, express, bare } = await prepareCreations(server, caller, databaseUrl, sizes);
    return [
      rowOf(`invoices/s, ${sizes.atOnce} at once`, await inTurns(sizes.rounds, ours, bare)),
      rowOf(
        "the same checks by express alone, which keeps nothing",
        await inTurns(sizes.rounds, express, bare),
      ),
    ];
  } finally {
    await caller.close();
  }
}

/** The same where every fsync takes a millisecond more, beside how often a second that disk can sync. */
async function slowCreations({ server, databaseUrl }: Stage): Promise<readonly Row[]> {
  const caller = startCaller(compiled("test/bench/caller.ts"));
  try {
    const { ours } = await prepareCreations(server, caller, databaseUrl, sizes);
    const syncs = async () => ({ perSecond: await server.ask<number>("syncs"), p99: Number.NaN });
    const pairs = await inTurns(sizes.rounds, ours, syncs);
    return [rowOf("invoices/s where every fsync takes 1 ms more", pairs, "synced writes of one program")];
  } finally {
    await caller.close();
  }
}

async function webhooks({ server, databaseUrl }: Stage): Promise<readonly Row[]> {
  const receivers = await startReceivers(compiled("test/bench/api/receivers.ts"));
  try {
    return await measureWebhooks(server, receivers, databaseUrl, sizes);
  } finally {
    await receivers.close();
  }
}
