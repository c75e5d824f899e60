import { HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from "../time.ts";

/** The wait before each attempt, counted from the end of the one before it; the first goes out at once. About 76 hours in all. */
export const ATTEMPT_DELAYS_MS: readonly number[] = [
  0,
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

const JITTER = 0.2; // of the wait, either way, so that a receiver that comes back is not met by everyone at once
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;
const GONE = 410;

/**
 * When to try again after `attempt` failed attempts, the last of which ended at `at`; undefined when there is no point:
 * the attempts are used up, or the receiver said 410 Gone. `random` is 0 to 1. A Retry-After (seconds) delays the next
 * attempt, up to a day, and never hurries it.
 */
export function nextAttemptAt(
  attempt: number,
  at: Instant,
  random: number,
  answer: Readonly<{ status?: number; retryAfter?: number }> = {},
): Instant | undefined {
  const delay = ATTEMPT_DELAYS_MS[attempt];
  if (delay === undefined || answer.status === GONE) return undefined;
  const jittered = Math.round(delay * (1 + JITTER * (2 * random - 1)));
  const asked = Math.min((answer.retryAfter ?? 0) * SECOND_MS, LONGEST_RETRY_AFTER_MS);
  return at + Math.max(jittered, asked);
}

/** True for the statuses by which a receiver takes a webhook. Redirects are not followed, so they are not among them. */
export function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}
