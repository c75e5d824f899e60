import type { BookedLine } from "./line.ts";
import { readLineId } from "./lineId.ts";
import { standingLine } from "./standingLine.ts";

/**
 * Reversal lines with exactly the values of the lines that they reverse. `kept` are the lines stored for
 * the invoice: an order id or a valuation may have become known since, and only stored lines can be
 * reversed.
 */
export function reversalLines(
  lines: readonly BookedLine[],
  kept: readonly BookedLine[],
): readonly BookedLine[] {
  return lines.map((line) => {
    const of = line.kind === "reversed" && readLineId(line.id)?.subject.slice(`${line.file}:`.length);
    const body = of ? standingLine(kept, line.file, of) : undefined;
    return body ? ({ ...line, body } as BookedLine) : line; // of the same file
  });
}
