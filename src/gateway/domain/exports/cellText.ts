import type { Column, ExportLine, Reading } from "./exportFile.ts";

/**
 * The text of a cell, before it is written in any format: amounts of a reversal line have the sign turned.
 */
export function cellText<Line extends ExportLine>(
  { kind, cell }: Column<Line>,
  line: Line,
  reading: Reading,
): string | undefined {
  const text = cell(line, reading);
  return kind === "amount" && line.kind === "reversed" && text !== undefined ? turned(text) : text;
}

/** The same decimal with its sign turned; nothing stays nothing, without a sign. */
function turned(decimal: string): string {
  if (decimal.startsWith("-")) return decimal.slice(1);
  return /[1-9]/.test(decimal) ? `-${decimal}` : decimal;
}
