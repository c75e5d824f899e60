import type { FileTime } from "./fileTimes.ts";

/** What one hook or test took, in milliseconds. */
export type Step = Readonly<{ kind: "hook" | "test"; file: string; title: string; ms: number }>;

/**
 * What a run took. `files` is empty in a serial run, where files are not run apart; `isWhole` says that all tests of its suite
 * ran and passed.
 */
export type RunTimes = Readonly<{
  wallMs: number;
  isWhole: boolean;
  files: readonly FileTime[];
  steps: readonly Step[];
}>;

const SHOWN = 20;

type Row = Readonly<{ what: string; ms: number }>;

/** Prints the slowest files, and then the slowest hooks and tests. */
export function printSlowest(times: RunTimes): void {
  print("slowest files (loading, hooks and tests)", fileRows(times));
  const steps = times.steps.map(({ kind, file, title, ms }) => ({ what: `${file}: ${kind}: ${title}`, ms }));
  print("slowest hooks and tests", sumOf(steps));
}

/** What each file took with its loading, in seconds. */
export function secondsOfFiles(times: RunTimes): ReadonlyMap<string, number> {
  return new Map(fileRows(times).map(({ what, ms }) => [what, Math.round(ms / 100) / 10]));
}

function fileRows({ files, steps }: RunTimes): readonly Row[] {
  const rows = steps.map(({ file, ms }) => ({ what: file, ms }));
  return sumOf([...rows, ...files.map(({ file, loadMs }) => ({ what: file, ms: loadMs }))]);
}

/** A hook that runs before each test counts once, with the sum. */
function sumOf(rows: readonly Row[]): readonly Row[] {
  const sums = new Map<string, number>();
  for (const { what, ms } of rows) sums.set(what, (sums.get(what) ?? 0) + ms);
  return [...sums].map(([what, ms]) => ({ what, ms }));
}

function print(title: string, rows: readonly Row[]): void {
  const slowest = rows.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
  console.log(`\n  ${Math.min(SHOWN, rows.length)} ${title}, in seconds`);
  for (const { what, ms } of slowest) console.log(`    ${(ms / 1_000).toFixed(1).padStart(6)}  ${what}`);
}
