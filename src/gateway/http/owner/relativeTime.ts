import type { Language } from "../../../languages/languages.ts";
import { localeOf } from "../../../languages/formats.ts";
import { memoize } from "../../../runtime/memoize.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from "../../../values/time.ts";
import { readableTime } from "./readableTime.ts";

const formatIn = memoize(
  (language: Language) => new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" }),
);

const UNITS = [
  ["year", 365 * DAY_MS],
  ["month", 30 * DAY_MS],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
  ["second", SECOND_MS],
] as const;

/** How long ago a moment was, or when it will be, in the largest unit that fits: "3 minutes ago"; with the exact moment. */
export function relativeTime(
  language: Language,
  at: Instant,
  now: Instant,
): Readonly<{ exact: string; words: string; relative: string }> {
  const distance = at - now;
  const [unit, length] = UNITS.find(([, ms]) => Math.abs(distance) >= ms) ?? (["second", SECOND_MS] as const);
  const count = (distance - (distance % length)) / length;
  return { ...readableTime(at), relative: formatIn(language).format(count, unit) };
}
