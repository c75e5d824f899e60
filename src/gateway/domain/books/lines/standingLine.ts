import type { BookedFile, BookedLine } from "./line.ts";
import { compareLineIds, readLineId } from "./lineId.ts";

/** Gives the body of the valid line of a file about something; undefined when there is none. */
export function standingLine(
  lines: readonly BookedLine[],
  file: BookedFile,
  of: string,
): BookedLine["body"] | undefined {
  return standingLineOf(lines, file, of)?.body;
}

/**
 * Finds the line of a file about something that has no reversal, `of` being the subject in the ids of the lines. Lines that were
 * written together have one time, so the versions in their ids give the order.
 */
export function standingLineOf(
  lines: readonly BookedLine[],
  file: BookedFile,
  of: string,
): BookedLine | undefined {
  const own = lines.flatMap((line) => {
    const id = readLineId(line.id);
    return id?.subject === `${file}:${of}` ? [{ line, id }] : [];
  });
  const latest = own
    .map(({ id }) => id)
    .toSorted(compareLineIds)
    .at(-1);
  return own.find(({ line, id }) => latest && compareLineIds(id, latest) === 0 && line.kind !== "reversed")
    ?.line;
}
