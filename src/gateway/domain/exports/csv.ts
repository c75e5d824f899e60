import { cellText } from "./cellText.ts";
import type { Column, ExportLine, Reading } from "./exportFile.ts";

/** Marks a file as UTF-8 for programs that would guess otherwise. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** The first line of a table. */
export function csvHead(columns: readonly Readonly<{ name: string }>[]): string {
  return `${columns.map(({ name }) => textCell(name)).join(",")}\r\n`;
}

/** A line of CSV (RFC 4180, ends in CR LF). Texts of strangers are made harmless, numbers and times are given as they are. */
export function csvLine<Line extends ExportLine>(
  columns: readonly Column<Line>[],
  line: Line,
  reading: Reading,
): string {
  let text = "";
  for (const column of columns) {
    const cell = cellText(column, line, reading);
    const isPlain = cell === undefined || (column.kind !== "text" && PLAIN.test(cell));
    text += `,${isPlain ? (cell ?? "") : textCell(cell)}`;
  }
  return `${text.slice(1)}\r\n`;
}

/** The form of numbers and times. Other content of such a column is foreign text. */
const PLAIN = /^(?:-?\d+(?:\.\d+)?|\d[\dTZ:.+-]*)$/;

/** What nearly all texts look like, and no other test is needed for: ids, transactions, accounts, words. */
const HARMLESS = /^\w(?:[\w.:~/@ -]*[\w.:~/@-])?$/;
// oxlint-disable-next-line no-control-regex -- these are what is removed: all but TAB, LF and CR
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
/** Also behind blanks and invisible characters, which some spreadsheets skip. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@]|^[\t\r\n]/u;
/** A semicolon is the separator where the comma is the decimal mark. */
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/;

/**
 * A text as a cell. Control characters are dropped, and one that a spreadsheet would run as a formula gets a leading apostrophe,
 * because order ids and descriptions are written by strangers.
 */
export function textCell(text: string): string {
  if (HARMLESS.test(text)) return text;
  const plain = text.replace(CONTROLS, "");
  const isFormula = FORMULA.test(plain) || FORMULA.test(plain.normalize("NFKC")); // signs in full width or small form, which some fold
  const harmless = isFormula ? `'${plain}` : plain;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
