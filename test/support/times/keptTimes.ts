import fs from "node:fs";

/** What suites took when somebody last wrote it down (`npm run test:times -- --keep`). */
export type KeptTimes = Readonly<{
  machine: string; // with the date
  suites: Readonly<Record<string, number>>; // minutes, by npm script
  journeys: Readonly<Record<string, number>>; // seconds, by file
}>;

const FILE = ".ci/times.json";

export function readKeptTimes(): KeptTimes {
  return JSON.parse(fs.readFileSync(FILE, "utf8")) as KeptTimes;
}

export function writeKeptTimes(times: KeptTimes): void {
  fs.writeFileSync(FILE, `${JSON.stringify(times, null, 2)}\n`);
}
