import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from "../time.ts";

/** How long a message is tried: later it would be news no more. */
const GIVE_UP_AFTER_MS = 2 * DAY_MS;

const WAITS_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];
const LATER_MS = 4 * HOUR_MS;
const JITTER = 0.2; // of the wait, either way: a server that comes back is not met by everything at once

/**
 * When to try a message again that was due first at `since` and has now failed `attempts` times; undefined when two days are
 * over. `random` is 0 to 1. Servers that put unknown senders off (greylisting) take it after some minutes.
 */
export function nextMailAt(
  { attempts, since }: Readonly<{ attempts: number; since: Instant }>,
  at: Instant,
  random: number,
): Instant | undefined {
  if (at >= since + GIVE_UP_AFTER_MS) return undefined;
  const wait = WAITS_MS[attempts - 1] ?? LATER_MS;
  return at + Math.round(wait * (1 + JITTER * (2 * random - 1)));
}
