import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** One line of the table: what was measured, what we came to, what that is compared with, and the ratio. */
export type Row = readonly [what: string, ours: string, beside: string, ratio: string];

export const rounded = (value: number, digits = 0) => value.toFixed(digits);

/** The section of docs/explanation/benchmarks.md, ready to paste. */
export function markdown(
  rows: readonly Row[],
  about: Readonly<{ command: string; minutes: number; syncs: number; databases?: string }>,
): string {
  const [cpu] = os.cpus();
  const machine = `${os.cpus().length} cores of ${cpu?.model.trim() ?? "an unknown processor"}, ${rounded(os.totalmem() / 2 ** 30)} GiB`;
  return [
    `${new Date().toISOString().slice(0, 10)}, ${machine}, ${systemName()}, Node ${process.versions.node}, ${about.databases ?? "SQLite"}, ${rounded(about.syncs)} synced writes/s: \`${about.command}\` (${rounded(about.minutes, 1)} minutes)`,
    "",
    "| | Crosstill | compared with | ratio |",
    "|---|---|---|---|",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

function systemName(): string {
  try {
    const [, name] = /^PRETTY_NAME="?(.*?)"?$/m.exec(fs.readFileSync("/etc/os-release", "utf8")) ?? [];
    return name ?? os.release();
  } catch {
    return `${os.type()} ${os.release()}`;
  }
}

/** How often a second 12 kB can be appended to a file and be safe on the disk: the limit of everything durable. */
export function syncedWrites(folder: string): number {
  const file = fs.openSync(path.join(folder, "synced"), "w");
  const bytes = Buffer.alloc(12_288);
  const began = performance.now();
  let count = 0;
  for (; performance.now() - began < 1_000; count++) {
    fs.writeSync(file, bytes);
    fs.fdatasyncSync(file);
  }
  fs.closeSync(file);
  return count;
}
