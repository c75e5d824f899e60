import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { prepareGateways, type Gateways, type Role } from "../../cluster/support/gateways.ts";
import { createCustomers } from "../../kills/customers.ts";
import { ended, expectGoodBooks, hearEverything } from "../../kills/runKills.ts";
import { openShop } from "../../kills/shop.ts";
import { openSurroundings } from "../../kills/surroundings.ts";
import { startPostgres, type PostgresServer } from "../../support/postgres.ts";
import { median } from "../measure.ts";
import { markdown, rounded, syncedWrites, type Row } from "../table.ts";

/**
 * `npm run bench:processes`: whole payments an hour by one process and by three web processes with one worker, on one PostgreSQL.
 * Customers pay in every way, as in the kill tests, and every webhook is heard. Everything shares the machine: the chains, the
 * intent service and the customers are one further process, which is often the limit; so the processor time of the gateways for
 * one payment is told, too. It prints a section of docs/explanation/benchmarks.md. `-- --payments=60` says how many.
 */
const words = process.argv.slice(2);
const payments = Number(words.find((word) => word.startsWith("--payments="))?.split("=")[1] ?? 400);
const ROUNDS = 3;
const MOST_WAITING = 60; // customers
const LONGEST_MS = 30 * MINUTE_MS;
const SETUPS: Readonly<Record<string, readonly Role[]>> = {
  "one process": ["all"],
  "three web processes and a worker": ["web", "web", "web", "worker"],
};
const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
fs.chmodSync(folder, 0o755); // PostgreSQL runs as somebody else
const postgres = await startPostgres(folder, { durable: true });
try {
  const results = new Map<string, Result[]>(Object.keys(SETUPS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, roles] of Object.entries(SETUPS)) {
      const result = await measured(postgres, roles);
      results.get(name)?.push(result);
      console.error(`${new Date().toISOString().slice(11, 19)} ${name}: ${JSON.stringify(result)}`);
    }
  const minutes = (performance.now() - began) / MINUTE_MS;
  const command = ["npm run bench:processes", ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
  const about = { command, minutes, syncs: syncedWrites(folder), databases: "PostgreSQL" };
  console.log(`\n${markdown(rowsOf(results), about)}`);
} finally {
  await postgres.stop();
  fs.rmSync(folder, { recursive: true });
}

/** Payments an hour, and the processor time of each role for one payment, in milliseconds. */
type Result = Readonly<{ perHour: number; webMs: number; workerMs: number }>;

async function measured(server: PostgresServer, roles: readonly Role[]): Promise<Result> {
  const around = await openSurroundings();
  const gateways = await prepareGateways(around, await server.url("processes"), roles.length, {}, roles);
  try {
    const shop = openShop(gateways.asOne);
    const customers = await createCustomers(around, shop, payments);
    await gateways.asOne.start(0);
    await hearEverything(gateways.each[0]!, around); // any process answers calls of the API but a worker
    const run = { around, gateway: gateways.asOne, shop, ...customers };
    const before = usedBy(gateways, roles);
    const from = performance.now();
    for (let come = 0; come < payments;) {
      const more = Math.min(MOST_WAITING - customers.waiting().length, payments - come);
      customers.come(more);
      come += more;
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS / 10)); // real processes work meanwhile
    }
    await ended(run, customers, LONGEST_MS);
    const took = performance.now() - from;
    const after = usedBy(gateways, roles);
    await expectGoodBooks(run, () => false);
    const each = (of: keyof typeof after) => (after[of] - before[of]) / payments;
    return { perHour: (payments * HOUR_MS) / took, webMs: each("web"), workerMs: each("worker") };
  } finally {
    await gateways.close();
    await around.close();
  }
}

/** Processor time so far, in milliseconds: of the processes that answer calls, and of the workers. */
function usedBy({ each }: Gateways, roles: readonly Role[]): Record<"web" | "worker", number> {
  const used = { web: 0, worker: 0 };
  for (const [index, one] of each.entries())
    used[roles[index] === "worker" ? "worker" : "web"] += processorMs(one.pid() ?? NaN);
  return used;
}

/** What Linux says that a process has used, with all its threads. */
function processorMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const [, , , , , , , , , , , user = "", system = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(user) + Number(system)) * SECOND_MS) / TICKS_PER_SECOND;
}

function rowsOf(results: ReadonlyMap<string, readonly Result[]>): readonly Row[] {
  const [one = [], several = []] = [...results.values()];
  const of = (some: readonly Result[], value: (result: Result) => number) => median(some.map(value));
  const perHour = (some: readonly Result[]) => of(some, (result) => result.perHour);
  const whole = (result: Result) => result.webMs + result.workerMs;
  const [, name] = Object.keys(SETUPS);
  return [
    [
      `payments an hour, ${name}`,
      rounded(perHour(several)),
      `${rounded(perHour(one))} by one process`,
      rounded(perHour(several) / perHour(one), 2),
    ],
    [
      `processor time of the gateways for a payment, ${name}`,
      `${rounded(of(several, whole), 1)} ms, ${rounded(
        of(several, ({ workerMs }) => workerMs),
        1,
      )} ms of it the worker`,
      `${rounded(of(one, whole), 1)} ms by one process`,
      rounded(of(several, whole) / of(one, whole), 2),
    ],
  ];
}
