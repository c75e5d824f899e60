import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from "../../../values/time.ts";
import type { NotificationKind } from "./notification.ts";

/** How many browsers of a user show notifications at most. */
export const MOST_DEVICES = 10;

/** What a browser gives for sending to it: the address at its maker's push service, and the keys that messages are encrypted with (base64url). */
export type PushSubscription = Readonly<{ endpoint: string; p256dh: string; auth: string }>;

/** A browser that shows the notifications of its user. */
export type PushDevice = Readonly<{
  id: string; // SHA-256 of the endpoint, hex
  userId: string;
  sessionDigest: string; // it ends with this session; a session that expires leaves it
  passwordAt: Instant; // of the user's password; it ends with another one
  browserId: string | undefined; // by which the browser's next session takes it over
  sealed: string; // the subscription
  agent: string; // what the browser says that it is
  createdAt: Instant;
  lastUsedAt: Instant | undefined;
  problem: string | undefined; // why the last message was not taken
}>;

/** A notification that is still to be sent to a device. */
export type PushMessage = Readonly<{
  id: string;
  notificationId: string;
  deviceId: string;
  kind: NotificationKind;
  storeId: string | undefined;
  link: string; // a path of the owner's pages
  createdAt: Instant;
  dueAt: Instant;
  attempts: number;
}>;

/** How long a message is worth sending; also how long a push service keeps it for a browser that is off. */
export const PUSH_LIFE_MS = DAY_MS;

const WAITS_MS: readonly number[] = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];
const JITTER = 0.2; // of the wait, either way
const LONGEST_RETRY_AFTER_MS = 4 * HOUR_MS;

/**
 * When to try a message again that has failed `attempts` times, the last time at `at`; undefined after the sixth. `random` is 0
 * to 1. A Retry-After (seconds) delays the next attempt, up to four hours, and never shortens the wait.
 */
export function nextPushAt(
  attempts: number,
  at: Instant,
  random: number,
  retryAfter = 0,
): Instant | undefined {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return undefined;
  const jittered = Math.round(wait * (1 + JITTER * (2 * random - 1)));
  return at + Math.max(jittered, Math.min(retryAfter * SECOND_MS, LONGEST_RETRY_AFTER_MS));
}
