import { localeOf } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { memoize } from "../../../runtime/memoize.ts";
import { clockTime } from "../../../languages/clockTime.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS, type Instant } from "../../../values/time.ts";

/** A moment for a page: `relative` to the reader's where that is clearer, and then `words` is what a pointer shows. */
export type ReadableTime = Readonly<{ exact: string; words: string; relative?: string | undefined }>;

/** "2026-11-21 10:30 UTC+1" as the zone's clocks show it, with the exact moment for programs. */
export function readableTime(at: Instant, zone: string): ReadableTime {
  return { exact: isoTime(at), words: clockTime(at, zone) };
}

const UNITS = [
  { unit: "day", ms: DAY_MS },
  { unit: "hour", ms: HOUR_MS },
  { unit: "minute", ms: MINUTE_MS },
] as const;
const LONGEST_RELATIVE_MS = 7 * DAY_MS;

/** The same, with "3 hours ago" or "in 2 days" within a week of `now`, rounded toward it. */
export function relativeTime(at: Instant, now: Instant, language: Language, zone: string): ReadableTime {
  const away = at - now;
  if (Math.abs(away) >= LONGEST_RELATIVE_MS) return readableTime(at, zone);
  const { unit, ms } = UNITS.find((one) => Math.abs(away) >= one.ms) ?? { unit: "second", ms: Infinity };
  return { ...readableTime(at, zone), relative: relative(language).format(Math.trunc(away / ms), unit) };
}

const relative = memoize(
  (language: Language) => new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" }),
);
