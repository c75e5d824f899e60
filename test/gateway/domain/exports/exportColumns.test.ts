import fs from "node:fs";
import { expect } from "chai";
import type { Column } from "../../../../src/gateway/domain/exports/exportFile.ts";
import { feesFile } from "../../../../src/gateway/domain/exports/feesFile.ts";
import { invoicesFile } from "../../../../src/gateway/domain/exports/invoicesFile.ts";
import { ledgerFile } from "../../../../src/gateway/domain/exports/ledgerFile.ts";
import { paymentsFile } from "../../../../src/gateway/domain/exports/paymentsFile.ts";
import { refundsFile } from "../../../../src/gateway/domain/exports/refundsFile.ts";
import { unattributedFile } from "../../../../src/gateway/domain/exports/unattributedFile.ts";
import frozen from "./frozenColumns.json" with { type: "json" };

const FILES = [paymentsFile, invoicesFile, refundsFile, ledgerFile, feesFile, unattributedFile];
const DOCS = fs.readFileSync(new URL("../../../../docs/reference/exports.md", import.meta.url), "utf8");

type Frozen = Readonly<Record<string, readonly string[]>>;

const named = (columns: readonly Pick<Column<never>, "name" | "kind">[]) =>
  columns.map(({ name, kind }) => `${name} ${kind}`);

/** The rows of the table below a heading, as "name kind". */
function documented(heading: string): readonly string[] {
  const [, section = ""] = DOCS.split(`\n## ${heading}\n`);
  const table = section.split("\n## ")[0]?.match(/^\| `.+$/gm) ?? [];
  return table
    .map((row) => {
      const [, names = "", kind = ""] = row.split("|").map((cell) => cell.trim());
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `${name} ${kind}`);
    })
    .flat();
}

describe("the columns of exports", () => {
  for (const { name, version, columns } of FILES) {
    it(`are those of ${name}/${version}: whoever changes one raises the version, and adds the new list`, () => {
      expect(named(columns)).to.deep.equal((frozen as Frozen)[`${name}/${version}`]);
    });

    it(`of ${name} are in docs/reference/exports.md, in their order`, () => {
      const own = named(columns).slice(documented("Every line").length);
      expect([...documented("Every line"), ...documented(`${name}/${version}`)]).to.deep.equal(named(columns));
      expect(own.length).to.be.greaterThan(3);
      expect(new Set(named(columns)).size).to.equal(columns.length);
    });
  }
}); // prettier-ignore
