import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startChild } from "../child.ts";
import { compile } from "../compile.ts";
import { markdown, syncedWrites } from "../table.ts";
import { measureExports } from "./rounds.ts";
import type { Seeded } from "./seed.ts";

/**
 * `npm run bench:exports`: the ledger and the payments of a million payments as CSV over HTTP, beside the sqlite3 program
 * that selects the same from the same file. It prints the section of docs/explanation/benchmarks.md. `-- --small` tries everything;
 * `-- --keep=<folder>` makes the database there, or takes the one that is there from the last time.
 */
const FULL = { rounds: 3, payments: 1_000_000, fewer: 100_000, quietMs: 15_000 };
const SMALL = { rounds: 1, payments: 20_000, fewer: 2_000, quietMs: 2_000 };
const words = process.argv.slice(2);
const small = words.includes("--small");
const sizes = small ? SMALL : FULL;
const kept = words.find((word) => word.startsWith("--keep="))?.slice("--keep=".length);
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
const compiled = compile(path.join(folder, "program"));
try {
  const data = path.resolve(kept ?? path.join(folder, "data"));
  const seeded = await seededIn(data);
  const rows = await measureExports(compiled, { folder: data, seeded, ...sizes });
  const minutes = (performance.now() - began) / 60_000;
  const command = `npm run bench:exports${small ? " -- --small" : ""}`;
  console.log(`\n${markdown(rows, { command, minutes, syncs: syncedWrites(folder) })}`);
} finally {
  fs.rmSync(folder, { recursive: true });
}

/** What is in the database of a folder; it is made where there is none. */
async function seededIn(data: string): Promise<Seeded> {
  const note = path.join(data, "seeded.json");
  if (fs.existsSync(note)) return JSON.parse(fs.readFileSync(note, "utf8")) as Seeded;
  console.error(`${sizes.payments} payments are being made …`);
  fs.mkdirSync(data, { recursive: true });
  const seeder = startChild(compiled("test/bench/exports/seed.ts"));
  try {
    const seeded = await seeder.ask<Seeded>("seed", { folder: data, payments: sizes.payments });
    fs.writeFileSync(note, JSON.stringify(seeded));
    console.error(`  done after ${Math.round((performance.now() - began) / 1_000)} s`);
    return seeded;
  } finally {
    await seeder.close();
  }
}
