import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { filesOfBlock, filesOfInvoicePost } from "./flows.ts";
import { PHRASES } from "./phrases.ts";

/**
 * `npm run measures`: how src reads, in numbers: folders, lines, statements, cycles, comments in private phrasing, formatting that
 * is switched off, and the files through which two requests run (executed.ts says what is counted; `-- --flows` lists them). It
 * needs what `npm run build` makes.
 */

const files = execFileSync("git", ["ls-files", "src"], { encoding: "utf8" }).trim().split("\n");
const code = files
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file, text: fs.readFileSync(file, "utf8") }));

const folders = new Map<string, number>();
for (const file of files) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1);
const [largest] = [...folders].toSorted(([, a], [, b]) => b - a);
const comments = code.flatMap(({ text }) => commentsOf(text));
const matching = comments.filter((comment) => PHRASES.some((phrase) => phrase.test(comment)));
const statements = code.map(({ file, text }) => statementsOf(file, text)).toSorted((a, b) => a - b);
const flows = {
  "an invoice POST": await filesOfInvoicePost(),
  "a block to its ledger entry": await filesOfBlock(),
};
const lines = (text: string) => text.split("\n").length - 1;

const measures: Readonly<Record<string, string | number>> = {
  "files of src": files.length,
  "lines of src": code.reduce((all, { text }) => all + lines(text), 0),
  "largest folder": `${largest?.[1]} files, ${largest?.[0]}`,
  "statements per file, median and p90": `${at(statements, 0.5)} and ${at(statements, 0.9)}`,
  "files in import cycles": filesInCycles(),
  ...Object.fromEntries(Object.entries(flows).map(([flow, ran]) => [`files run by ${flow}`, ran.length])),
  comments: comments.length,
  "comments in private phrasing": `${((100 * matching.length) / comments.length).toFixed(1)} %`,
  "prettier-ignore in src": code.reduce(
    (all, { text }) => all + (text.match(/prettier-ignore/g) ?? []).length,
    0,
  ),
  "literal spreads in src": code.reduce((all, { text }) => all + (text.match(/\.\.\.\{ /g) ?? []).length, 0),
  "exported functions without a docstring": code.reduce((all, { text }) => all + undocumented(text), 0),
  "lines of README": lines(fs.readFileSync("README.md", "utf8")),
};
for (const [name, value] of Object.entries(measures)) console.log(`${name.padEnd(42)}${value}`);
if (process.argv.includes("--flows"))
  for (const [flow, ran] of Object.entries(flows)) console.log(`\n${flow}\n${ran.join("\n")}`);

/** The statements of a file, in functions too; an import or a type is one. */
function statementsOf(file: string, text: string): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && !ts.isBlock(node)) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return count;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Files of which an import leads back to them, by dependency-cruiser, types included. */
function filesInCycles(): number {
  const options = ["depcruise", "--config", ".dependency-cruiser.cjs", "--output-type", "json", "src"];
  const json = execFileSync("npx", options, { encoding: "utf8", maxBuffer: 1024 ** 3 });
  const { modules } = JSON.parse(json) as { modules: readonly CruisedModule[] };
  return modules.filter(({ dependencies }) => dependencies.some(({ circular }) => circular)).length;
}

type CruisedModule = Readonly<{ dependencies: readonly Readonly<{ circular: boolean }>[] }>;

function undocumented(text: string): number {
  const lines = text.split("\n");
  return lines.filter(
    (line, at) => /^export (async )?function\*? /.test(line) && !lines[at - 1]?.endsWith("*/"),
  ).length;
}

/** Blocks and lines, without directives for tools. */
function commentsOf(text: string): readonly string[] {
  const found = text.match(/\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g) ?? [];
  return found.filter((comment) => !/prettier-ignore|eslint/.test(comment));
}
