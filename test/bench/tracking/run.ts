import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { startPostgres } from "../../support/postgres.ts";
import { median } from "../measure.ts";
import { markdown, rounded, syncedWrites, type Row } from "../table.ts";
import { issueMany, payUnfinished } from "./invoices.ts";

/**
 * `npm run bench:tracking`: the whole application on SQLite, or with `-- postgres` on PostgreSQL, with its own explorer over HTTP. What one more block costs with
 * few and with many invoices waiting for a payment, in explorer calls, in milliseconds and in memory, and what a second costs in
 * which nothing happens. It prints the section of
 * docs/explanation/benchmarks.md. `-- --small` tries everything in some seconds.
 */
const FULL = { few: 10, many: 100_000, unfinished: 500, blocks: 20 };
const SMALL = { few: 10, many: 2_000, unfinished: 500, blocks: 5 };
const words = process.argv.slice(2);
const small = words.includes("--small");
const { few, many, unfinished, blocks } = small ? SMALL : FULL;
const began = performance.now();

const isPostgres = words.includes("postgres");
const postgres = isPostgres ? await startPostgres(undefined, { durable: true }) : undefined;
const shop = await startSandboxApp(postgres ? { databaseUrl: await postgres.url("tracking") } : {});
try {
  const { gateway } = shop.app;
  await issueMany(gateway, shop.storeId, 0, few);
  const before = await costOf(shop);
  await issueMany(gateway, shop.storeId, few, many - few);
  const after = await costOf(shop);
  await payUnfinished(gateway, unfinished);
  const walked = await costOf(shop);
  const minutes = (performance.now() - began) / MINUTE_MS;
  const about = {
    command: ["npm run bench:tracking", ...(words.length > 0 ? ["--", ...words] : [])].join(" "),
    minutes,
    syncs: syncedWrites(shop.dataDir),
  };
  console.log(`\n${markdown(rowsOf(before, after, walked), about)}`);
} finally {
  await shop.close();
  await postgres?.stop();
}

type Cost = Readonly<{ calls: number; ms: number; secondMs: number; heap: number }>;

/** The explorer calls and the time of following one block, the jobs of a second without news, and what the process then holds. */
async function costOf({ app, clock, run, control }: SandboxApp): Promise<Cost> {
  clock.advance(31 * MINUTE_MS); // nobody looks at these pages any more: the mempool is no longer asked about them
  for (let round = 0; round < 3; round++) await run();
  const calls: number[] = [];
  const took: number[] = [];
  for (let block = 0; block < blocks; block++) {
    await control("bitcoin/mine", { blocks: 1 });
    clock.advance(10 * SECOND_MS);
    const asked = app.calls.read().explorer;
    const started = performance.now();
    await run("follow bitcoin", "watch mempool");
    took.push(performance.now() - started);
    calls.push(app.calls.read().explorer - asked);
  }
  const everySecond = app.jobs
    .filter(({ name, schedule }) => schedule.startsWith("*") && name !== "audit") // which rests most of its time
    .map(({ name }) => name);
  const seconds: number[] = [];
  for (let second = 0; second < blocks; second++) {
    clock.advance(SECOND_MS);
    const started = performance.now();
    await run(...everySecond);
    seconds.push(performance.now() - started);
  }
  return { calls: median(calls), ms: median(took), secondMs: median(seconds), heap: heapInUse() };
}

function rowsOf(before: Cost, after: Cost, walked: Cost): readonly Row[] {
  const beside = `${few} open`;
  const perInvoice = Math.max(0, after.heap - before.heap) / (many - few);
  return [
    [
      `explorer calls a block, ${many} invoices open`,
      `${after.calls}`,
      `${before.calls} with ${beside}`,
      rounded(after.calls / before.calls, 2),
    ],
    [
      `following a block, ${many} invoices open`,
      `${rounded(after.ms, 1)} ms`,
      `${rounded(before.ms, 1)} ms with ${beside}`,
      rounded(after.ms / before.ms, 2),
    ],
    [
      `a second without news, ${many} invoices open, all jobs of a second but the audit`,
      `${rounded(after.secondMs, 1)} ms`,
      `${rounded(before.secondMs, 1)} ms with ${beside}`,
      rounded(after.secondMs / before.secondMs, 2),
    ],
    [
      `the same with ${unfinished} payments unfinished`,
      `${rounded(walked.secondMs, 1)} ms`,
      `${rounded(after.secondMs, 1)} ms without them`,
      rounded(walked.secondMs / after.secondMs, 2),
    ],
    [
      "memory an open invoice holds",
      `${rounded(perInvoice)} bytes`,
      "1 KB at most",
      rounded(perInvoice / 1_024, 2),
    ],
  ];
}

/** What is reachable on the heap and in buffers, in bytes. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 4; round++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
