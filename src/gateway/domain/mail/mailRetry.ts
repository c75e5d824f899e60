import { HOUR_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";

const WAITS_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];
const LATER_MS = 4 * HOUR_MS;
const MOST_ATTEMPTS = 17; // the last of them two days after the first: later it would be news no more
const JITTER = 0.2; // of the wait, either way: a server that comes back is not met by everything at once

/**
 * When to try a message again that has failed `attempts` times, the last time at `at`; undefined when two days are over.
 * `random` is 0 to 1. Servers that put unknown senders off (greylisting) take it after some minutes.
 */
export function nextMailAt(attempts: number, at: Instant, random: number): Instant | undefined {
  if (attempts >= MOST_ATTEMPTS) return undefined;
  const wait = WAITS_MS[attempts - 1] ?? LATER_MS;
  return at + Math.round(wait * (1 + JITTER * (2 * random - 1)));
}
