import fs from "node:fs";
import path from "node:path";
import { printSlowest, type RunTimes } from "./runTimes.ts";

/** `npm run test:times [-- <npm script>]`: prints the slowest files, hooks and tests of the last run of each suite, or of one. */

const FOLDER = ".cache/test-times";

const wanted = process.argv[2]?.replaceAll(":", "-");
const names = fs.existsSync(FOLDER)
  ? fs.readdirSync(FOLDER).filter((name) => name.endsWith(".json") && (!wanted || name === `${wanted}.json`))
  : [];
if (names.length === 0) {
  console.error(
    `No times of ${wanted ?? "any suite"} in ${FOLDER}. Run the suite first, for example: npm test`,
  );
  process.exitCode = 1;
}
for (const name of names) {
  const times = JSON.parse(fs.readFileSync(path.join(FOLDER, name), "utf8")) as RunTimes;
  console.log(`\n${path.parse(name).name}: ${(times.wallMs / 60_000).toFixed(1)} minutes`);
  printSlowest(times);
}
