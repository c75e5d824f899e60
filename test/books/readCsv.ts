/** Reads CSV as RFC 4180 has it, strictly: throws at anything else. Not the code that wrote it. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex;
    const [, found = "", end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`Not CSV from ${start} on: ${text.slice(start, start + 60)}`);
    row.push(found.startsWith('"') ? found.slice(1, -1).replaceAll('""', '"') : found);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  if (rows.some(({ length }) => length !== rows[0]?.length)) throw new Error("Lines differ in length.");
  return rows;
}
