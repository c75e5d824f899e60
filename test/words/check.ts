import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { AVOIDED } from "./avoided.ts";
import { brokenLinks } from "./links.ts";

/**
 * `npm run check:words`: prints each avoided word with its place and what to write instead, and each link of the documentation
 * that leads nowhere. Exits 1 if there is one.
 */

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g;
const PLACES = ["src", "views", "docs", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
/** Decisions are history, the conformance table is made from titles of tests, and the glossary names the words. */
const EXEMPT = /^docs\/(explanation\/decisions\/|reference\/(conformance|glossary)\.md)/;
const files = execFileSync("git", ["ls-files", ...PLACES], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((name) => /\.(ts|md|eta|js|css)$/.test(name) && !EXEMPT.test(name));

const broken = brokenLinks();
for (const link of broken) console.error(link);
let found = broken.length;
for (const file of files) {
  for (const { line, text } of proseOf(file)) {
    for (const { word, instead } of AVOIDED) {
      const match = word.exec(text);
      if (!match) continue;
      found += 1;
      console.error(`${file}:${line}: "${match[0]}". Write ${instead}.`);
    }
  }
}
if (found > 0) process.exit(1);

/** The lines of a text, or of the comments and sentences of a program. Identifiers are the reviewer's business. */
function proseOf(file: string): readonly Readonly<{ line: number; text: string }>[] {
  const content = fs.readFileSync(file, "utf8");
  const parts = file.endsWith(".ts") ? prose(content) : [{ 0: content, index: 0 }];
  return parts.flatMap((part) => {
    const first = content.slice(0, part.index).split("\n").length;
    return part[0].split("\n").map((text, index) => ({ line: first + index, text }));
  });
}

function prose(program: string): readonly Readonly<{ 0: string; index: number }>[] {
  const blank = (comment: string) => comment.replace(/[^\n]/g, " ");
  const sentences = [...program.replace(COMMENTS, blank).matchAll(STRINGS)].filter(([text]) =>
    text.includes(" "),
  );
  return [...program.matchAll(COMMENTS), ...sentences];
}
