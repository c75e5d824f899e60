import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import type { RootHookObject } from "mocha";

/**
 * Root hooks that measure each test file as a whole: what loading it took, and what its tests and hooks took together. They run
 * in the worker processes of a parallel run, which share no memory with the reporter, so each file becomes one line in a file.
 */

/** What one test file took. `cpuMs` is the processor time of this process only, not of the servers and chains it starts. */
export type FileTime = Readonly<{ file: string; loadMs: number; runMs: number; cpuMs: number }>;

const FILE = "CROSSTILL_TEST_TIMES"; // names the file of lines; set by the reporter's process, inherited by the workers

let idleSince = performance.now(); // since the file before has ended
let begunAt = 0;
let cpuBefore = process.cpuUsage();

export const mochaHooks: RootHookObject = {
  beforeAll() {
    begunAt = performance.now();
  },
  afterAll(this: Mocha.Context) {
    const lines = process.env[FILE];
    const file = fileOf(this.test?.parent);
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpuBefore);
    if (lines !== undefined && file !== undefined) {
      const time: FileTime = {
        file: path.relative(process.cwd(), file),
        loadMs: Math.round(begunAt - idleSince),
        runMs: Math.round(now - begunAt),
        cpuMs: Math.round((user + system) / 1_000),
      };
      fs.appendFileSync(lines, `${JSON.stringify(time)}\n`);
    }
    idleSince = now;
    cpuBefore = process.cpuUsage();
  },
};

/** The file of the first suite below a root suite; undefined when a run has no suites. A serial run gives its first file. */
function fileOf(root: Mocha.Suite | undefined): string | undefined {
  return root?.suites[0]?.file;
}

/** Tells the workers where to write their lines; called once, before they start. */
export function collectFileTimes(lines: string): void {
  fs.mkdirSync(path.dirname(lines), { recursive: true });
  fs.writeFileSync(lines, "");
  process.env[FILE] = lines;
}

/** The lines that the workers wrote. */
export function readFileTimes(lines: string): readonly FileTime[] {
  return fs
    .readFileSync(lines, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as FileTime);
}
