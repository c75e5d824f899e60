import type { BookedFile, BookedLine } from "./line.ts";

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
 * written together have one time, so their versions give the order; "7.1" comes after 7 and before 8.
 */
export function standingLineOf(
  lines: readonly BookedLine[],
  file: BookedFile,
  of: string,
): BookedLine | undefined {
  const name = `${file}:${of}:`;
  const own = lines.flatMap((line) => {
    const [, version] =
      /^(\d+(?:\.1)?)(:reversed)?$/.exec(line.id.startsWith(name) ? line.id.slice(name.length) : "") ?? [];
    // eslint-disable-next-line no-restricted-syntax -- a version
    return version === undefined ? [] : [{ line, version: parseFloat(version) }];
  });
  const latest = Math.max(...own.map(({ version }) => version));
  return own.find(({ line, version }) => version === latest && line.kind !== "reversed")?.line;
}
