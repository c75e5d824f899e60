import { memoize } from "../runtime/memoize.ts";
import type { Instant } from "../values/time.ts";
import { UTC, zonedTime } from "../values/zone.ts";

const timeIn = memoize(zonedTime);

/** Formats a moment for a page, in minutes, as the zone's clocks show it: "2026-11-21 10:30 UTC+1". */
export function clockTime(at: Instant, zone: string): string {
  const local = timeIn(zone)(at);
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(local) ?? [];
  const offset = sign === undefined ? "" : `${sign}${Number(hours)}${minutes === "00" ? "" : `:${minutes}`}`;
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${UTC}${offset}`;
}
