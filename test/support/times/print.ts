import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readKeptTimes, writeKeptTimes } from "./keptTimes.ts";
import { printSlowest, secondsOfFiles, type RunTimes } from "./runTimes.ts";

/**
 * `npm run test:times [-- <npm script>]`: prints the slowest files, hooks and tests of the last run of each suite, or of one.
 * `npm run test:times -- --keep` writes what the suites took to .ci/times.json, which the shards and `.ci/run` read.
 */

const FOLDER = ".cache/test-times";
const [argument] = process.argv.slice(2);
const runs = new Map(readRuns().filter(([name]) => !argument || argument === "--keep" || argument === name));

if (runs.size === 0) {
  console.error(
    `No times of ${argument ?? "any suite"} in ${FOLDER}. Run the suite first, for example: npm test`,
  );
  process.exitCode = 1;
} else if (argument === "--keep") {
  keep();
} else {
  for (const [name, times] of runs) {
    console.log(`\n${name}: ${(times.wallMs / 60_000).toFixed(1)} minutes`);
    printSlowest(times);
  }
}

/** The last run of each suite, by its npm script. */
function readRuns(): (readonly [name: string, times: RunTimes])[] {
  const files = fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER) : [];
  return files
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const times = JSON.parse(fs.readFileSync(path.join(FOLDER, file), "utf8")) as RunTimes;
      return [path.parse(file).name.replaceAll("-", ":"), times];
    });
}

function keep(): void {
  const kept = readKeptTimes();
  const suites = [...runs].filter(([name, { isWhole }]) => name.startsWith("test") && isWhole);
  const sharded = ["test:journeys", "test:browser"].flatMap((name) => runs.get(name) ?? []);
  const seconds = {
    ...kept.files,
    ...Object.fromEntries(sharded.flatMap((run) => [...secondsOfFiles(run)])),
  };
  writeKeptTimes({
    machine: `${os.cpus().length} cores, ${os.cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}`,
    suites: {
      ...kept.suites, // the steps of .ci/run that are no suites are written by hand
      ...Object.fromEntries(suites.map(([name, { wallMs }]) => [name, Math.round(wallMs / 6_000) / 10])),
    },
    files: Object.fromEntries(
      Object.entries(seconds)
        .filter(([file]) => fs.existsSync(file))
        .toSorted(),
    ),
  });
}
