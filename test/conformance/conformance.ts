import { spawnSync } from "node:child_process";
import { CONTRACT, EXTENSIONS, type Row } from "./rows.ts";

/** A test that carries row ids in its title, like "… [rule-1] [deposit.d]". */
export type TaggedTest = Readonly<{ file: string; title: string; ids: readonly string[] }>;

/** The tests whose titles carry ids, as mocha names them (nothing is run), sorted by file and title. */
export function taggedTests(root: string): readonly TaggedTest[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/mocha/bin/mocha.js", "--import=tsx", "--dry-run", "--reporter=json", "test/**/*.test.ts"],
    { cwd: root, encoding: "utf8", maxBuffer: 64_000_000 },
  );
  const start = stdout.indexOf('{\n  "stats"');
  if (start < 0) throw new Error(`mocha listed no tests: ${stderr.slice(0, 2_000)}`);
  const { tests } = JSON.parse(stdout.slice(start)) as { tests: { file: string; fullTitle: string }[] };
  const seen = new Map<string, TaggedTest>();
  for (const { file, fullTitle } of tests) {
    const ids = [...fullTitle.matchAll(/\[([a-z][a-z0-9.-]*)\]/g)].map(([, id = ""]) => id);
    const relative = file.slice(root.length).replace(/^\//, "");
    const title = fullTitle.replace(/ (on (SQLite|PostgreSQL))/, "").replace(/ ?\[[a-z][a-z0-9.-]*\]/g, "");
    if (ids.length > 0) seen.set(`${relative}/${title}`, { file: relative, title, ids });
  }
  return [...seen.values()].toSorted((a, b) => (`${a.file}${a.title}` < `${b.file}${b.title}` ? -1 : 1));
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

/** docs/conformance.md: every row with the tests that show it. */
export function conformancePage(tests: readonly TaggedTest[]): string {
  return [
    "# Conformance of the intent service",
    "",
    "Every row of the interface specification, and the tests that show it. This page is made from the titles of the tests by",
    "`npm run conformance`; `npm run test:mutants` takes each rule out in turn and sees its test fail.",
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
    "| id | row | shown by |",
    "| --- | --- | --- |",
    ...rows.filter((row) => row.section === section).map((row) => lineOf(row, tests)),
    "",
  ]);
}

function lineOf({ id, says }: Row, tests: readonly TaggedTest[]): string {
  const mine = tests.filter(({ ids }) => ids.includes(id));
  const shown = mine.map(({ file, title }) => `${title.replaceAll("|", "\\|")} (\`${file}\`)`);
  return `| \`${id}\` | ${says} | ${shown.join("<br>") || "**nothing yet**"} |`;
}
