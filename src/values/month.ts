import { DAY_MS, isoTime, type Instant } from "./time.ts";
import { startOfDay, zonedTime } from "./zone.ts";

/** A calendar month, "2026-11", in a time zone (IANA name). */
export type Month = Readonly<{ name: string; zone: string; from: Instant; to: Instant }>;

const NAME_LENGTH = "2026-11".length;
const LONGEST_MONTH_MS = 31 * DAY_MS;

/** Reads "2026-11"; undefined for anything else. Its days begin at midnight of the zone, daylight saving or not. */
export function readMonth(name: string, zone: string): Month | undefined {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(name)) return undefined;
  const [from, to] = [startOfDay(`${name}-01`, zone), startOfDay(`${monthAfter(name)}-01`, zone)];
  return from === undefined || to === undefined ? undefined : { name, zone, from, to };
}

/** The name of the month that a moment lies in: "2026-11". */
export function monthOf(at: Instant, zone: string): string {
  return zonedTime(zone)(at).slice(0, NAME_LENGTH);
}

/** The name of the month before. */
export function monthBefore(name: string): string {
  return isoTime(firstDay(name) - DAY_MS).slice(0, NAME_LENGTH);
}

/** The name of the month after. */
export function monthAfter(name: string): string {
  return isoTime(firstDay(name) + LONGEST_MONTH_MS).slice(0, NAME_LENGTH);
}

function firstDay(name: string): Instant {
  return Date.parse(`${name}-01T00:00:00Z`);
}
