import fs from "node:fs";
import path from "node:path";

/** The files with tests of `root`/test, sorted: those of `npm test` (.test.ts) and those of the journeys (.journey.ts). */
export function testFiles(root: string): readonly string[] {
  return fs
    .readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(test|journey)\.ts$/.test(file))
    .map((file) => `test/${file}`)
    .toSorted();
}
