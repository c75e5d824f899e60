import { isoTime, type Instant } from "../../../values/time.ts";

/** "2026-11-21 09:30 UTC", with the exact moment for programs. */
export function readableTime(at: Instant): Readonly<{ exact: string; words: string }> {
  const exact = isoTime(at);
  return { exact, words: `${exact.slice(0, 10)} ${exact.slice(11, 16)} UTC` };
}
