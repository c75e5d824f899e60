import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { taggedTests } from "../conformance/conformance.ts";
import { BUGS, MUTANTS, type Edit } from "./mutants.ts";
import { testFilesOf } from "./testFiles.ts";

/**
 * `npm run test:mutants [id …]`: takes the hooks of the rows out of copies of the sources, one at a time, or plants a bug, and
 * runs the tests that carry the ids. Of every id one must fail: a mutant that survives is a rule that nobody checks. An id can be
 * left at what stands before its colon: "bug" is all twelve planted bugs.
 */
const AT_ONCE = 2;
const LONGEST_RUN_MS = 180_000;
const SPECIFICATION = "test/network/specification/"; // asked alone where it shows a row, because it is quick

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const tests = taggedTests(root);
const wanted = process.argv.slice(2);
const isWanted = (id: string) => wanted.some((one) => id === one || id.startsWith(`${one}:`));
const mutants = [
  ...MUTANTS.map(({ ids, ...edit }): Planted => ({ ids, edits: [edit] })),
  ...BUGS.map(({ id, edits }): Planted => ({ ids: [id], edits })),
].filter(({ ids }) => wanted.length === 0 || ids.some(isWanted));
if (mutants.length === 0) throw new Error(`No mutant has the id ${wanted.join(" or ")}.`);
const copies = Array.from({ length: AT_ONCE }, copySources);
try {
  process.exitCode = (await passWithoutMutants()) ? await killAll() : 1;
} finally {
  for (const copy of copies) fs.rmSync(copy, { recursive: true });
}

type Planted = Readonly<{ ids: readonly string[]; edits: readonly Edit[] }>;

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

/** A test that fails anyway would take every mutant for killed. */
async function passWithoutMutants(): Promise<boolean> {
  const ids = [...new Set(mutants.flatMap((mutant) => mutant.ids))];
  const { failed, passed } = await runTagged(copies[0] ?? root, ids, LONGEST_RUN_MS * 5);
  for (const title of failed) console.error(`Fails without any mutant: ${title}`);
  if (passed === 0) console.error(`No test passes without mutants that carries ${ids.join(", ")}.`);
  return failed.length === 0 && passed > 0;
}

/** Runs every mutant, so many at once as there are copies. The exit code. */
async function killAll(): Promise<number> {
  const waiting = [...mutants];
  let survived = 0;
  const work = async (copy: string) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const left = await survivors(copy, mutant);
      if (left.length > 0) survived++;
      console.log(
        `${left.length > 0 ? "SURVIVED" : "killed  "} [${(left.length > 0 ? left : mutant.ids).join("] [")}] ${placeOf(mutant)}`,
      );
    }
  };
  await Promise.all(copies.map(work));
  console.log(`${mutants.length - survived} passing, ${survived} failing`);
  return survived > 0 ? 1 : 0;
}

/** The ids of a mutant of which no test fails with it. */
async function survivors(copy: string, { ids, edits }: Planted): Promise<readonly string[]> {
  const undo = edits.map((edit) => plant(copy, edit)).toReversed();
  const { failed } = await runTagged(copy, ids, LONGEST_RUN_MS);
  for (const takeBack of undo) takeBack();
  return ids.filter((id) => !failed.some((title) => title.includes(`[${id}]`)));
}

/** Changes a source of the copy; gives what takes that back. */
function plant(copy: string, { file, find, replace }: Edit): () => void {
  const target = path.join(copy, file);
  const source = fs.readFileSync(target, "utf8");
  if (source.split(find).length !== 2) throw new Error(`Expected this once in ${file}:\n${find}`);
  fs.writeFileSync(
    target,
    source.replace(find, () => replace),
  );
  return () => fs.writeFileSync(target, source);
}

type Outcome = Readonly<{ failed: readonly string[]; passed: number }>;

/** Runs the tests of some ids in a copy. A hook that fails is no test that noticed. */
async function runTagged(copy: string, ids: readonly string[], timeoutMs: number): Promise<Outcome> {
  const report = path.join(copy, "mutant-report.jsonl");
  const output = fs.openSync(report, "w");
  const pattern = ids.map((id) => `\\[${id.replaceAll(".", "\\.")}\\]`).join("|");
  // The stream has titles and messages; the plain JSON report cannot be written where an assertion compared amounts.
  const options = ["--import=tsx", "--exit", "--reporter=json-stream", `--grep=${pattern}`];
  const args = ["node_modules/mocha/bin/mocha.js", ...options, ...filesFor(ids)];
  const run = spawn(process.execPath, args, {
    cwd: copy,
    stdio: ["ignore", output, "ignore"],
    detached: true,
  });
  const end = () => run.pid !== undefined && process.kill(-run.pid, "SIGKILL"); // the chains that it started, too
  const timer = setTimeout(end, timeoutMs);
  await once(run, "exit");
  clearTimeout(timer);
  fs.closeSync(output);
  const lines = fs.readFileSync(report, "utf8").split("\n");
  const titles = (kind: "pass" | "fail") =>
    lines
      .filter((line) => line.startsWith(`["${kind}",{`))
      .map((line) => (JSON.parse(line) as [string, { fullTitle: string }])[1].fullTitle);
  return { failed: titles("fail").filter((title) => !/" hook/.test(title)), passed: titles("pass").length };
}

/** The files with the tests of some ids. */
function filesFor(ids: readonly string[]): readonly string[] {
  const files = ids.flatMap((id) => {
    const rows = tests.filter((test) => test.ids.includes(id)).map(({ file }) => file);
    const all = rows.length > 0 ? rows : testFilesOf(root, id);
    if (all.length === 0) throw new Error(`No test carries [${id}].`);
    const quick = all.filter((file) => file.startsWith(SPECIFICATION));
    return quick.length > 0 ? quick : all;
  });
  return [...new Set(files)].toSorted();
}

function placeOf({ edits }: Planted): string {
  const [first] = edits;
  const line = first?.find.trim().split("\n", 1)[0]?.slice(0, 60) ?? "";
  return `${first?.file}: ${line}`;
}
