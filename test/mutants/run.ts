import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { taggedTests } from "../conformance/conformance.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";

/**
 * `npm run test:mutants [id …]`: takes the hook of each rule out of a copy of the sources, one at a time, and runs the tests that
 * carry the rule's id. They must fail: a mutant that survives is a rule that nobody checks.
 */
const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const wanted = new Set(process.argv.slice(2));
const mutants = MUTANTS.filter(({ id }) => wanted.size === 0 || wanted.has(id));
const tests = taggedTests(root);
const copy = copySources();
const survivors = mutants.filter((mutant) => !isKilled(mutant));
fs.rmSync(copy, { recursive: true });
for (const { id, file } of survivors) console.error(`Survived: [${id}] ${file}`);
console.log(`${mutants.length - survivors.length} passing, ${survivors.length} failing`);
process.exitCode = survivors.length > 0 ? 1 : 0;

/** What git knows and what is new, with the installed packages and the compiled contracts as they are. */
function copySources(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-mutants-"));
  const list = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of list.stdout.split("\n")) {
    const from = path.join(root, file);
    if (file === "" || !fs.existsSync(from)) continue;
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.copyFileSync(from, path.join(folder, file));
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  fs.symlinkSync(path.join(root, "build"), path.join(folder, "build"));
  return folder;
}

/** True when the tests of the mutant's rule fail with it, and passed without it. */
function isKilled(mutant: Mutant): boolean {
  const files = [...new Set(tests.filter(({ ids }) => ids.includes(mutant.id)).map(({ file }) => file))];
  if (files.length === 0) throw new Error(`No test carries [${mutant.id}].`);
  const target = path.join(copy, mutant.file);
  const source = fs.readFileSync(target, "utf8");
  if (source.split(mutant.find).length !== 2) {
    throw new Error(`[${mutant.id}] expects to find once in ${mutant.file}:\n${mutant.find}`);
  }
  fs.writeFileSync(
    target,
    source.replace(mutant.find, () => mutant.replace),
  );
  const { status } = runTagged(mutant.id, files);
  fs.writeFileSync(target, source);
  console.log(`${status === 0 ? "SURVIVED" : "killed  "} [${mutant.id}] ${mutant.file}`);
  return status !== 0;
}

function runTagged(id: string, files: readonly string[]) {
  const args = ["node_modules/mocha/bin/mocha.js", "--import=tsx", "--bail", "--fgrep", `[${id}]`, ...files];
  return spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8", timeout: 180_000 });
}
