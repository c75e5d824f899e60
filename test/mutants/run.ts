import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { taggedTests } from "../conformance/conformance.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";

/**
 * `npm run test:mutants [id …]`: takes the hooks of the rows out of copies of the sources, one at a time, and runs the tests that
 * carry the rows' ids. Of every row one must fail: a mutant that survives is a rule that nobody checks.
 */
const AT_ONCE = 2;
const LONGEST_RUN_MS = 180_000;
const SPECIFICATION = "test/network/specification/"; // asked alone where it shows a row, because it is quick

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const tests = taggedTests(root);
const wanted = new Set(process.argv.slice(2));
const mutants = MUTANTS.filter(({ ids }) => wanted.size === 0 || ids.some((id) => wanted.has(id)));
const copies = Array.from({ length: AT_ONCE }, copySources);
try {
  process.exitCode = (await passWithoutMutants()) ? await killAll() : 1;
} finally {
  for (const copy of copies) fs.rmSync(copy, { recursive: true });
}

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
      console.log(`${left.length > 0 ? "SURVIVED" : "killed  "} [${(left.length > 0 ? left : mutant.ids).join("] [")}] ${mutant.file}: ${firstLine(mutant.find)}`); // prettier-ignore
    }
  };
  await Promise.all(copies.map(work));
  console.log(`${mutants.length - survived} passing, ${survived} failing`);
  return survived > 0 ? 1 : 0;
}

/** The rows of a mutant of which no test fails with it. */
async function survivors(copy: string, { ids, file, find, replace }: Mutant): Promise<readonly string[]> {
  const target = path.join(copy, file);
  const source = fs.readFileSync(target, "utf8");
  if (source.split(find).length !== 2) throw new Error(`Expected this once in ${file}:\n${find}`);
  const changed = source.replace(find, () => replace);
  fs.writeFileSync(target, changed);
  const { failed } = await runTagged(copy, ids, LONGEST_RUN_MS);
  fs.writeFileSync(target, source);
  return ids.filter((id) => !failed.some((title) => title.includes(`[${id}]`)));
}

type Outcome = Readonly<{ failed: readonly string[]; passed: number }>;

/** Runs the tests of some rows in a copy. A hook that fails is no test that noticed. */
async function runTagged(copy: string, ids: readonly string[], timeoutMs: number): Promise<Outcome> {
  const report = path.join(copy, "mutant-report.json");
  fs.rmSync(report, { force: true });
  const pattern = ids.map((id) => `\\[${id.replaceAll(".", "\\.")}\\]`).join("|");
  const options = ["--import=tsx", "--exit", "--reporter=json", `--reporter-option=output=${report}`];
  const args = ["node_modules/mocha/bin/mocha.js", ...options, `--grep=${pattern}`, ...filesFor(ids)];
  const run = spawn(process.execPath, args, { cwd: copy, stdio: "ignore", detached: true });
  const end = () => run.pid !== undefined && process.kill(-run.pid, "SIGKILL"); // the chains that it started, too
  const timer = setTimeout(end, timeoutMs);
  await once(run, "exit");
  clearTimeout(timer);
  if (!fs.existsSync(report)) return { failed: [], passed: 0 };
  const { failures, passes } = JSON.parse(fs.readFileSync(report, "utf8")) as Report;
  const failed = failures.map(({ fullTitle }) => fullTitle).filter((title) => !/" hook/.test(title));
  return { failed, passed: passes.length };
}

type Report = { failures: { fullTitle: string }[]; passes: unknown[] };

/** The files with the tests of some rows. */
function filesFor(ids: readonly string[]): readonly string[] {
  const files = ids.flatMap((id) => {
    const all = tests.filter((test) => test.ids.includes(id)).map(({ file }) => file);
    if (all.length === 0) throw new Error(`No test carries [${id}].`);
    const quick = all.filter((file) => file.startsWith(SPECIFICATION));
    return quick.length > 0 ? quick : all;
  });
  return [...new Set(files)].toSorted();
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 60) ?? "";
}
