/**
 * One line of CSV (RFC 4180, ends in CR LF); an undefined cell is empty. Control characters are dropped, and a cell that
 * a spreadsheet would run as a formula gets a leading apostrophe, because order ids and descriptions are written by strangers.
 */
export function csvLine(cells: readonly (string | undefined)[]): string {
  return `${cells.map((cell) => quoted(harmless(cell ?? ""))).join(",")}\r\n`;
}

// eslint-disable-next-line no-control-regex -- these are what is removed: all but TAB, LF and CR
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
/** Also behind blanks and invisible characters, which some spreadsheets skip, and in full width, which some fold. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** A semicolon is the separator where the comma is the decimal mark. */
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/;

function harmless(text: string): string {
  const plain = text.replace(CONTROLS, "");
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
