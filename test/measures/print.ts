import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { PHRASES } from "./phrases.ts";

/** `npm run measures`: how src reads, in numbers: folders, lines, comments in private phrasing, and formatting that is switched off. */

const files = execFileSync("git", ["ls-files", "src"], { encoding: "utf8" }).trim().split("\n");
const code = files
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file, text: fs.readFileSync(file, "utf8") }));

const folders = new Map<string, number>();
for (const file of files) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1);
const [largest] = [...folders].toSorted(([, a], [, b]) => b - a);
const comments = code.flatMap(({ text }) => commentsOf(text));
const matching = comments.filter((comment) => PHRASES.some((phrase) => phrase.test(comment)));
const lines = (text: string) => text.split("\n").length - 1;

const measures: Readonly<Record<string, string | number>> = {
  "files of src": files.length,
  "lines of src": code.reduce((all, { text }) => all + lines(text), 0),
  "largest folder": `${largest?.[1]} files, ${largest?.[0]}`,
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
