import type { BookedFile, BookedLine } from "./line.ts";

/**
 * The valid line of a file about something: the line without a reversal, `of` being the subject in the ids
 * of the lines; undefined when there is none. Lines that were written together have one time, so their
 * versions give the order.
 */
export function standingLine(
  lines: readonly BookedLine[],
  file: BookedFile,
  of: string,
): BookedLine["body"] | undefined {
  const name = `${file}:${of}:`;
  const own = lines.flatMap((line) => {
    const [, version] =
      /^(\d+)(:reversed)?$/.exec(line.id.startsWith(name) ? line.id.slice(name.length) : "") ?? [];
    // eslint-disable-next-line no-restricted-syntax -- a version
    return version === undefined ? [] : [{ line, version: parseInt(version, 10) }];
  });
  const latest = Math.max(...own.map(({ version }) => version));
  return own.find(({ line, version }) => version === latest && line.kind !== "reversed")?.line.body;
}
