import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { expect } from "chai";
import fc from "fast-check";
import { csvLine as lineOf } from "../../../../src/gateway/domain/exports/csv.ts";
import { amount, number, text as textColumn, time } from "../../../../src/gateway/domain/exports/columns.ts";
import type { ExportLine, Reading } from "../../../../src/gateway/domain/exports/exportFile.ts";

type Cells = ExportLine & Readonly<{ cells: readonly (string | undefined)[] }>;

const LINE: ExportLine = { at: 0, id: "a", kind: "booked", storeId: "s", invoiceId: undefined };
const READING = {} as Reading; // these cells look at nothing but their line

/** Texts as a line. */
function csvLine(cells: readonly (string | undefined)[]): string {
  const columns = cells.map((_, index) => textColumn<Cells>(`c${index}`, ({ cells: all }) => all[index]));
  return lineOf(columns, { ...LINE, cells }, READING);
}

/** A small RFC 4180 reader, written apart from the writer. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  let rest = line.endsWith("\r\n") ? line.slice(0, -2) : "line without an end";
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/.exec(rest);
    if (!match) throw new Error(`Not RFC 4180: ${line}`);
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "") return cells;
    rest = rest.slice(match[0].length);
  }
}

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const nasty = fc.string({
  unit: fc.constantFrom(..."=+-@＝＋－＠﹢﹣﹦﹫⁺₋'\",;\t\r\n \u200b\ufeff\u0000\u001b1a"),
  maxLength: 12,
});
const cells = fc.array(fc.oneof(text, nasty), { minLength: 1, maxLength: 6 });

describe("a CSV line", () => {
  it("ends in CR LF, separates by commas and leaves plain text alone", () => {
    expect(csvLine(["a", "0.00123", undefined, "2026-11-21T09:30:00.000Z"])).to.equal(
      "a,0.00123,,2026-11-21T09:30:00.000Z\r\n",
    );
  });

  it("quotes commas, quotes, line ends and semicolons", () => {
    expect(csvLine(['a"b', "a,b", "a\nb", "a;b"])).to.equal('"a""b","a,b","a\nb","a;b"\r\n');
  });

  for (const formula of [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    "﹦1",
    "﹢1",
    "﹣1",
    " ﹫a",
    "⁼1",
    "₊1",
    " =1",
    "\u200b=1",
    "\ufeff=1",
    "\u0000=1",
    "\u001b=1",
  ]) {
    it(`turns ${JSON.stringify(formula)} into text`, () => {
      expect(readLine(csvLine([formula]))[0]).to.match(/^'/);
    });
  }

  it("drops NUL and other control characters but keeps line ends inside a cell", () => {
    expect(readLine(csvLine(["a\u0000b\u001b[31mc\u007f", "two\r\nlines"]))).to.deep.equal([
      "ab[31mc",
      "two\r\nlines",
    ]);
  });

  it("reads back as what was written, but for removed controls and the apostrophe before a formula", () => {
    fc.assert(
      fc.property(cells, (row) => {
        const back = readLine(csvLine(row));
        const plain = row.map((cell) => cell.replace(/[^\P{Cc}\t\n\r\u0080-\u009f]/gu, ""));
        expect(back).to.have.length(row.length);
        for (const [index, cell] of back.entries())
          expect([plain[index], `'${plain[index]}`]).to.include(cell);
      }),
    );
  });

  it("never leaves a cell that a spreadsheet would run", () => {
    fc.assert(
      fc.property(cells, (row) => {
        for (const cell of readLine(csvLine(row)))
          for (const folded of [cell, cell.normalize("NFKC")])
            expect(folded).to.not.match(/^[\s\u200b]*[=+\-@]|^[\t\r\n]/);
      }),
    );
  });

  it("guards the same formulas as csv-stringify, and never fewer", () => {
    fc.assert(
      fc.property(nasty, (cell) => {
        const theirs = stringify([[cell]], { escape_formulas: true, quoted: true, record_delimiter: "\r\n" });
        if (readLine(theirs)[0] !== cell) expect(readLine(csvLine([cell]))[0]).to.match(/^'/);
      }),
    );
  });

  it("reads back, strictly, as a line of csv-stringify does, for anything that is no formula", () => {
    const strict = (line: string) => parse(line, { record_delimiter: "\r\n" }) as unknown as readonly (readonly string[])[];
    fc.assert(
      fc.property(cells, (row) => {
        const plain = row.map((cell) => cell.replace(/[^\P{Cc}\t\n\r\u0080-\u009f]/gu, ""));
        const theirs = strict(stringify([plain], { record_delimiter: "\r\n", quoted: true }))[0];
        const ours = strict(csvLine(row))[0];
        expect(ours).to.have.length(row.length);
        for (const [index, cell] of ours!.entries()) expect([theirs?.[index], `'${theirs?.[index]}`]).to.include(cell);
      }),
    );
  }); // prettier-ignore

  it("never guards a number or a time, and turns the sign of amounts that are taken back", () => {
    const columns = [number<ExportLine>("n", () => "-0.5"), amount<ExportLine>("a", () => "12.50"), amount<ExportLine>("b", () => "-1"), amount<ExportLine>("z", () => "0.00"), time<ExportLine>("t", () => 0)];
    const reading = { time: () => "2026-11-21T10:30:00.000+01:00" } as unknown as Reading;
    expect(lineOf(columns, LINE, reading)).to.equal("-0.5,12.50,-1,0.00,2026-11-21T10:30:00.000+01:00\r\n");
    expect(lineOf(columns, { ...LINE, kind: "reversed" }, reading)).to.equal("-0.5,-12.50,1,0.00,2026-11-21T10:30:00.000+01:00\r\n");
  }); // prettier-ignore

  it("takes what is no number for somebody's text, wherever it stands", () => {
    for (const formula of ["-1+1", "=1", "-cmd|x", "+1", "1;2", '1"'])
      expect(readLine(lineOf([number<ExportLine>("n", () => formula)], LINE, READING))[0]).to.match(
        /^'|[;"]/,
      );
  });
});
