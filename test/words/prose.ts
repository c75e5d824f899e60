import { execFileSync } from "node:child_process";
import fs from "node:fs";

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g;
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const PLACES = ["src", "views", "docs", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
/** Decisions are history, the conformance table is made from titles of tests, and the glossary names the words. */
const EXEMPT =
  /^(docs\/(explanation\/decisions\/|reference\/(conformance|glossary)\.md)|src\/languages\/(merchant|catalogs\/(?!en))\/)/;

export type ProseLine = Readonly<{ file: string; line: number; text: string }>;

/**
 * Each line that is prose: of TypeScript the comments and the strings with a space, of views, documentation, other scripts and
 * styles everything. Identifiers of TypeScript are not prose.
 */
export function proseLines(): readonly ProseLine[] {
  return execFileSync("git", ["ls-files", ...PLACES], { encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((name) => /\.(ts|md|eta|js|css)$/.test(name) && !EXEMPT.test(name))
    .flatMap(linesOf);
}

function linesOf(file: string): readonly ProseLine[] {
  const content = fs.readFileSync(file, "utf8");
  const parts = file.endsWith(".ts") ? proseIn(content) : [{ 0: content, index: 0 }];
  return parts.flatMap((part) => {
    const first = content.slice(0, part.index).split("\n").length;
    return part[0].split("\n").map((text, index) => ({ file, line: first + index, text }));
  });
}

function proseIn(program: string): readonly Readonly<{ 0: string; index: number }>[] {
  const blank = (comment: string) => comment.replace(/[^\n]/g, " ");
  const sentences = [...program.replace(COMMENTS, blank).matchAll(STRINGS)].filter(([text]) =>
    text.includes(" "),
  );
  return [...program.matchAll(COMMENTS), ...sentences];
}
