import { localeOf } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { memoize } from "../../../runtime/memoize.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS, type Instant } from "../../../values/time.ts";

/** A moment for a page: `relative` to the reader's where that is clearer, and then `words` is what a pointer shows. */
export type ReadableTime = Readonly<{ exact: string; words: string; relative?: string | undefined }>;

/** "2026-11-21 09:30 UTC", with the exact moment for programs. */
export function readableTime(at: Instant): ReadableTime {
  const exact = isoTime(at);
  return { exact, words: `${exact.slice(0, 10)} ${exact.slice(11, 16)} UTC` };
}

const UNITS = [
  { unit: "day", ms: DAY_MS },
  { unit: "hour", ms: HOUR_MS },
  { unit: "minute", ms: MINUTE_MS },
] as const;
const LONGEST_RELATIVE_MS = 7 * DAY_MS;

/** The same, with "3 hours ago" or "in 2 days" within a week of `now`, rounded toward it. */
export function relativeTime(at: Instant, now: Instant, language: Language): ReadableTime {
  const away = at - now;
  if (Math.abs(away) >= LONGEST_RELATIVE_MS) return readableTime(at);
  const { unit, ms } = UNITS.find((one) => Math.abs(away) >= one.ms) ?? { unit: "second", ms: Infinity };
  return { ...readableTime(at), relative: relative(language).format(Math.trunc(away / ms), unit) };
}

const relative = memoize(
  (language: Language) => new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" }),
);
