import { cellText } from "./cellText.ts";
import type { Column, ExportLine, Reading } from "./exportFile.ts";

/** A line of JSON with every column, null where its cell is empty. Decimals are text: JSON's numbers are floats to most readers. */
export function jsonLine<Line extends ExportLine>(
  columns: readonly Column<Line>[],
  line: Line,
  reading: Reading,
): string {
  const cells: Record<string, string | null> = {};
  for (const column of columns) cells[column.name] = cellText(column, line, reading) ?? null;
  return `${JSON.stringify(cells)}\n`;
}
