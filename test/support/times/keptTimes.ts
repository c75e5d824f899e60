import fs from "node:fs";

/** What suites took when somebody last wrote it down (`npm run test:times -- --keep`). */
export type KeptTimes = Readonly<{
  machine: string; // with the date
  suites: Readonly<Record<string, number>>; // minutes, by npm script
  files: Readonly<Record<string, number>>; // seconds, of the journeys and of the browser's files
}>;

const FILE = ".ci/times.json";

/** None where the file is missing: they are only a hint. */
export function readKeptTimes(): KeptTimes {
  if (!fs.existsSync(FILE)) return { machine: "", suites: {}, files: {} };
  return JSON.parse(fs.readFileSync(FILE, "utf8")) as KeptTimes;
}

export function writeKeptTimes(times: KeptTimes): void {
  fs.writeFileSync(FILE, `${JSON.stringify(times, null, 2)}\n`);
}
