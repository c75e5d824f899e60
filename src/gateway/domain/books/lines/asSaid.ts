import type { BookedLine } from "./line.ts";
import { standingLine } from "./standingLine.ts";

/**
 * Lines that take others back, with the very values of those, `kept` being the lines that an invoice has: its order id or what a
 * payment was worth may have become known since, and what was never said cannot be taken back.
 */
export function asSaid(lines: readonly BookedLine[], kept: readonly BookedLine[]): readonly BookedLine[] {
  return lines.map((line) => {
    const [, of = ""] = OF_REVERSED.exec(line.id.slice(`${line.file}:`.length)) ?? [];
    const body = of === "" ? undefined : standingLine(kept, line.file, of);
    return body ? ({ ...line, body } as BookedLine) : line; // of the same file
  });
}

/** What is taken back, in an id without its file. */
const OF_REVERSED = /^(.+):\d+:reversed$/;
