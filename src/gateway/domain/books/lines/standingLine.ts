import type { BookedFile, BookedLine } from "./line.ts";

/**
 * What the lines of a file say of something now: the line that nothing has taken back, `of` being what the ids of the lines
 * name; undefined when there is none. Lines that were written together have one time, so their versions tell which is later.
 */
export function standingLine(lines: readonly BookedLine[], file: BookedFile, of: string): BookedLine["body"] | undefined {
  const name = `${file}:${of}:`;
  const own = lines.flatMap((line) => {
    const [, version] = /^(\d+)(:reversed)?$/.exec(line.id.startsWith(name) ? line.id.slice(name.length) : "") ?? [];
    // eslint-disable-next-line no-restricted-syntax -- a version
    return version === undefined ? [] : [{ line, version: parseInt(version, 10) }];
  });
  const latest = Math.max(...own.map(({ version }) => version));
  return own.find(({ line, version }) => version === latest && line.kind !== "reversed")?.line.body;
} // prettier-ignore
