import fs from "node:fs";
import { expect } from "chai";
import { getTableName, isTable } from "drizzle-orm";
import * as gateway from "../../src/gateway/persistence/schema.sqlite.ts";
import { tables as network } from "../../src/network/persistence/schema.sqlite.ts";

const PAGE = fs.readFileSync(new URL("../../docs/reference/retention.md", import.meta.url), "utf8");

/** The tables that the first column of a section names. */
function namedIn(section: string): readonly string[] {
  const [, text = ""] = PAGE.split(`\n## ${section}\n`);
  const rows = (text.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  );
}

/** The rows of a section that leave open what grows or what removes. */
function vagueIn(section: string): readonly string[] {
  const [, text = ""] = PAGE.split(`\n## ${section}\n`);
  const rows = (text.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.filter((row) =>
    row
      .split("|")
      .slice(2, 4)
      .some((cell) => cell.trim().length < 5),
  );
}

const namesOf = (tables: object) =>
  Object.values(tables).flatMap((table: unknown) => (isTable(table) ? [getTableName(table)] : []));

describe("the page about what is kept", () => {
  for (const [section, tables] of [
    ["The gateway", gateway],
    ["The intent service", network],
  ] as const)
    it(`says of every table of ${section.toLowerCase()} once what removes its rows; a new one needs a line`, () => {
      expect(namesOf(tables).length).to.be.above(10);
      expect(namedIn(section).toSorted()).to.deep.equal(namesOf(tables).toSorted());
      expect(vagueIn(section)).to.deep.equal([]);
    });
});
