import type { Column, ExportLine, Reading } from "./exportFile.ts";

/** What a cell says, before it is written in any format: amounts of a line that takes another back count the other way. */
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
