import fs from "node:fs";

/** What suites took when somebody last wrote it down (`npm run test:times -- --keep`). */
export type KeptTimes = Readonly<{
  machine: string; // with the date
  suites: Readonly<Record<string, number>>; // minutes, by npm script
  journeys: Readonly<Record<string, number>>; // seconds, by file
}>;

const FILE = ".ci/times.json";

/** None where the file is missing: they are only a hint. */
export function readKeptTimes(): KeptTimes {
  if (!fs.existsSync(FILE)) return { machine: "", suites: {}, journeys: {} };
  return JSON.parse(fs.readFileSync(FILE, "utf8")) as KeptTimes;
}

export function writeKeptTimes(times: KeptTimes): void {
  fs.writeFileSync(FILE, `${JSON.stringify(times, null, 2)}\n`);
}
