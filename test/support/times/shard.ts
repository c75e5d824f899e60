import fs from "node:fs";
import { readKeptTimes } from "./keptTimes.ts";

/**
 * Prints the files of a suite for mocha's command line: those that end in .<kind>.ts, where the kind is its argument (journey or
 * browser). All of them, or a part with SHARD=1/4 to SHARD=4/4. The longest come first (by .ci/times.json), so that at the end no
 * process waits long for another, and the parts take about as long as each other. A file without a time is new, and comes first.
 */

const [kind] = process.argv.slice(2);
if (kind !== "journey" && kind !== "browser")
  throw new Error(`Expected the kind of files, journey or browser; got ${kind}.`);

const NEW_SECONDS = 60;
const [, part, parts] = /^(\d+)\/(\d+)$/.exec(process.env["SHARD"] ?? "1/1") ?? [];
const seconds = readKeptTimes().files;
const files = fs
  .readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(`.${kind}.ts`))
  .map((file) => ({ file: `test/${file}`, seconds: seconds[`test/${file}`] ?? NEW_SECONDS }))
  .toSorted((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1));

if (!(Number(part) >= 1 && Number(part) <= Number(parts)))
  throw new Error(`Expected SHARD as part/parts, for example 1/4; got ${process.env["SHARD"]}.`);

const shards = Array.from({ length: Number(parts) }, () => ({ files: [] as string[], seconds: 0 }));
for (const { file, seconds } of files) {
  const lightest = shards.toSorted((a, b) => a.seconds - b.seconds || a.files.length - b.files.length)[0];
  lightest?.files.push(file);
  if (lightest) lightest.seconds += seconds;
}
console.log(shards[Number(part) - 1]?.files.join(" "));
