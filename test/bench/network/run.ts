import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startWorld } from "../../network/world.ts";
import { startBare } from "./bare.ts";
import { startCaller } from "../caller.ts";
import { measureCalls } from "./calls.ts";
import { measureFills } from "./fills.ts";
import { markdown, syncedWrites, type Row } from "../table.ts";
import { measureTicks } from "./ticks.ts";

/**
 * `npm run bench:network`: the intent service on SQLite, a real Bitcoin ledger and real anvils, beside a bare program that does
 * the same work for wire and disk. It prints the section of docs/explanation/benchmarks.md. `-- --small` tries everything in half a minute.
 */
const FULL = { rounds: 5, quotes: 5_000, reads: 20_000, deposits: 200, many: 10_000, ticks: 200 };
const SMALL = { rounds: 2, quotes: 400, reads: 2_000, deposits: 20, many: 500, ticks: 20 };
const small = process.argv.includes("--small");
const sizes = { ...(small ? SMALL : FULL), few: 10, atOnce: 50 };
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
try {
  const syncs = syncedWrites(folder);
  const rows = [...(await measureService()), ...(await step("cost of a tick", measureTicks(sizes)))];
  const minutes = (performance.now() - began) / 60_000;
  console.log(
    `\n${markdown(rows, { command: `npm run bench:network${small ? " -- --small" : ""}`, minutes, syncs })}`,
  );
} finally {
  fs.rmSync(folder, { recursive: true });
}

async function measureService(): Promise<readonly Row[]> {
  const world = await startWorld({ quotesPerMinute: 1_000_000, callsPerMinute: 1_000_000 });
  const bare = await startBare(folder);
  const caller = startCaller();
  try {
    const calls = await step("quotes and status reads", measureCalls({ world, bare, caller }, sizes));
    return [...calls, await step("fills", measureFills(world, folder, sizes.deposits))];
  } finally {
    await caller.close();
    await bare.close();
    await world.close();
  }
}

async function step<T>(name: string, work: Promise<T>): Promise<T> {
  console.error(`${new Date().toISOString().slice(11, 19)} ${name} …`);
  return work;
}
