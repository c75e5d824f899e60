import type { Instant } from "../../../values/time.ts";
import type { ExportLine } from "./exportFile.ts";

/** Where a line stands in its file: lines are in the order of time, id of the booking, and part. Part 0 is a booking's only line. */
export type LinePlace = Readonly<{ at: Instant; id: string; part: number }>;

/**
 * A place as printed in a line and accepted by `after=`: "<at>.<id>", with "~<part>" where a booking may
 * make several lines.
 */
export function placeText({ at, id, part }: Pick<ExportLine, "at" | "id" | "part">): string {
  return part === undefined ? `${at}.${id}` : `${at}.${id}~${part}`;
}

/** Reads a place; undefined for a text that is none. */
export function readPlace(text: string): LinePlace | undefined {
  const [, at = "", id = "", part = "0"] = /^(\d{1,15})\.([^~]{1,500})(?:~(\d{1,6}))?$/.exec(text) ?? [];
  // eslint-disable-next-line no-restricted-syntax -- a time and a count
  return id === "" ? undefined : { at: Number(at), id, part: Number(part) };
}

/** True for a line that comes after a place. */
export function isAfter({ at, id, part = 0 }: ExportLine, place: LinePlace): boolean {
  if (at !== place.at) return at > place.at;
  return id === place.id ? part > place.part : id > place.id;
}

/**
 * Where to begin reading for what comes after a place: a booking of several lines may have been broken off in its midst, so
 * that it has to be read again. A shorter id comes before it, and what lies between the two is not after the place.
 */
export function readingStart({ at, id, part }: LinePlace): Readonly<{ at: Instant; id: string }> {
  return { at, id: part === 0 ? id : id.slice(0, -1) };
}
