import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from "../../../values/time.ts";
import type { RetrySchedule } from "../../ports/outboxPort.ts";
import type { WebhookOutcome } from "../../ports/webhookPort.ts";

/** How long a webhook may fail: after that its events are given up, and if it took nothing else it is switched off. */
export const LONGEST_FAILURE_MS = 5 * DAY_MS;

/** The waits of BTCPay Server before each attempt, counted from the end of the one before; the first goes out at once. */
const FIRST_HOUR_MS: readonly number[] = [
  0,
  10 * SECOND_MS,
  MINUTE_MS,
  ...Array<number>(6).fill(10 * MINUTE_MS),
];

/** Those of Standard Webhooks: about 76 hours in all. */
const STANDARD_MS: readonly number[] = [
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

const HOLDING_ATTEMPTS = FIRST_HOUR_MS.length; // as many as BTCPay Server makes, which holds back everything meanwhile
const AFTER_THE_FIRST_HOUR_MS = 6 * HOUR_MS;
const JITTER = 0.2; // of the wait, either way, so that a receiver that comes back does not get all retries at once
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;
const GONE = 410;

/** What has been tried: how often, since when, and by which schedule. */
export type Tried = Readonly<{ attempts: number; since: Instant; schedule?: RetrySchedule | undefined }>;

/**
 * When to retry after failed attempts, the last of which ended at `at`; undefined when the schedule is used
 * up, five days are over, or the receiver answered 410 Gone. `random` is 0 to 1. A Retry-After (seconds)
 * delays the next attempt, up to a day, and never shortens the wait.
 */
export function nextAttemptAt(
  { attempts, since, schedule }: Tried,
  at: Instant,
  random: number,
  answer: Readonly<{ status?: number; retryAfter?: number }> = {},
): Instant | undefined {
  const delay = delayBefore(attempts, schedule);
  if (delay === undefined || answer.status === GONE) return undefined;
  if (at >= since + LONGEST_FAILURE_MS) return undefined;
  const jittered = Math.round(delay * (1 + JITTER * (2 * random - 1)));
  const asked = Math.min((answer.retryAfter ?? 0) * SECOND_MS, LONGEST_RETRY_AFTER_MS);
  return at + Math.max(jittered, asked);
}

function delayBefore(attempt: number, schedule: RetrySchedule | undefined): number | undefined {
  if (schedule === "standard") return STANDARD_MS[attempt];
  return FIRST_HOUR_MS[attempt] ?? (schedule === undefined ? AFTER_THE_FIRST_HOUR_MS : undefined);
}

/** True for the statuses by which a receiver takes a webhook. Redirects are not followed, so they are not among them. */
export function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

const NOT_NOW = [408, 429];

/**
 * True for an answer that refuses this event permanently: 3xx and 4xx, but for 408 and 429. The receiver
 * works, so later events of the same invoice need not wait.
 */
function isRefusal(outcome: WebhookOutcome): boolean {
  if (outcome.kind === "failed") return false;
  return outcome.status >= 300 && outcome.status < 500 && !NOT_NOW.includes(outcome.status);
}

/**
 * True while later events of the same invoice wait for one that has failed so often, the last time like this. A receiver that
 * is down gets everything in order once it is back; one that answers, or takes others, may be unable to take this one.
 */
export function holdsBack(outcome: WebhookOutcome, attempts: number, isDown: boolean): boolean {
  if (isRefusal(outcome)) return false;
  return attempts < HOLDING_ATTEMPTS || (isDown && outcome.kind === "failed");
}

/** True when a receiver wants nothing more, for good. */
export function isGone(status: number): boolean {
  return status === GONE;
}
