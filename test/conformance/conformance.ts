import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { testFiles } from "../support/testFiles.ts";
import { ALL_CHECKS } from "../../src/conformance/checks/allChecks.ts";
import { CONTRACT, EXTENSIONS, type Row } from "../../src/conformance/rows.ts";

/** A test whose title ends in row ids, like "… [rule-1] [deposit.d]"; the title is told with those of its groups, without the ids. */
export type TaggedTest = Readonly<{ file: string; title: string; ids: readonly string[] }>;

const TAGS = /(?: \[[a-z][a-z0-9.-]*\])+$/;

/** The tests of `root`/test whose titles end in ids, as their sources spell them (nothing is run), sorted by file and title. */
export function taggedTests(root: string): readonly TaggedTest[] {
  return testFiles(root).flatMap((file) => testsIn(file, fs.readFileSync(path.join(root, file), "utf8")));
}

/** The tagged tests of one source: calls of `it` with a title, inside calls of `describe`. */
function testsIn(file: string, source: string): readonly TaggedTest[] {
  const found: TaggedTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const [called, title] = titleOf(node);
    const tags = called === "it" ? TAGS.exec(title)?.[0] : undefined;
    if (tags !== undefined) {
      const ids = [...tags.matchAll(/\[([^\]]+)\]/g)].map(([, id = ""]) => id);
      found.push({ file, title: [...groups, title.replace(TAGS, "")].join(" "), ids });
    }
    const inside = called === "describe" ? [...groups, title] : groups;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  if (/\]["`],/.test(source)) visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), []);
  return found.toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

/** What a call names and its title; parts of a title that are known only when it runs are "…". */
function titleOf(node: ts.Node): readonly [called: string, title: string] {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return ["", ""];
  const [title] = node.arguments;
  if (title && ts.isStringLiteralLike(title)) return [node.expression.text, title.text];
  if (!title || !ts.isTemplateExpression(title)) return [node.expression.text, ""];
  const rest = title.templateSpans.map(({ literal }) => `…${literal.text}`);
  return [node.expression.text, [title.head.text, ...rest].join("")];
}

/** Rows that no test shows, and ids in titles that are no rows. */
export function gaps(tests: readonly TaggedTest[]): Readonly<{ unshown: string[]; unknown: string[] }> {
  const known = new Set([...CONTRACT, ...EXTENSIONS].map(({ id }) => id));
  const shown = new Set(tests.flatMap(({ ids }) => ids));
  return {
    unshown: [...known].filter((id) => !shown.has(id)),
    unknown: [...shown].filter((id) => !known.has(id)),
  };
}

/** docs/reference/conformance.md: every row with the tests that show it. */
export function conformancePage(tests: readonly TaggedTest[]): string {
  return [
    "# Conformance of the intent service",
    "",
    "Every row of the interface specification, and the tests that show it. This page is made from the titles of the tests by",
    "`npm run conformance`; `npm run test:mutants` takes each rule out in turn and sees its test fail. The last column says what",
    "`crosstill conformance` checks at any service: rows with *yes* by quotes and reads alone, rows with *paid* by a payment of",
    "its `--funded`, and the others not, because they cannot be seen from outside or would lose the payer's money",
    "([Check a service](../how-to/check-a-service.md)).",
    "",
    ...tables(CONTRACT, tests),
    "What follows is not in the contract: extensions in the words of public services of this family. `crosstill network --bare`",
    "answers without them.",
    "",
    ...tables(EXTENSIONS, tests),
  ].join("\n");
}

function tables(rows: readonly Row[], tests: readonly TaggedTest[]): readonly string[] {
  return [...new Set(rows.map(({ section }) => section))].flatMap((section) => [
    `## ${section}`,
    "",
    "| id | row | shown by | at any service |",
    "| --- | --- | --- | --- |",
    ...rows.filter((row) => row.section === section).map((row) => lineOf(row, tests)),
    "",
  ]);
}

function lineOf({ id, says }: Row, tests: readonly TaggedTest[]): string {
  const mine = tests.filter(({ ids }) => ids.includes(id));
  const shown = mine.map(({ file, title }) => `${title.replaceAll("|", "\\|")} (\`${file}\`)`);
  return `| \`${id}\` | ${says} | ${shown.join("<br>") || "**nothing yet**"} | ${atAnyService(id)} |`;
}

/** How `crosstill conformance` checks a row. */
function atAnyService(id: string): string {
  const checks = ALL_CHECKS.filter(({ rows }) => rows.includes(id));
  if (checks.length === 0) return "";
  return checks.every(({ funded = false }) => funded) ? "paid" : "yes";
}
