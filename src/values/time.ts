/** A moment: milliseconds since 1970, UTC. Seconds appear only where the merchant API or a chain speaks of them. */
export type Instant = number;

/** Returns the present moment. Only main.ts uses the real one; tests move theirs. */
export type Clock = () => Instant;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A moment in whole seconds since 1970, UTC, as chains, webhooks and the merchant API state it. Never mixed with an Instant. */
export type UnixSeconds = number & Readonly<{ unit: "unix seconds" }>;

/** The moment in whole unix seconds, rounded down. */
export function unixSeconds(at: Instant): UnixSeconds {
  return Math.floor(at / SECOND_MS) as UnixSeconds;
}

/** Takes a number of seconds that was read from outside for what it is. */
export function asUnixSeconds(seconds: number): UnixSeconds {
  return seconds as UnixSeconds;
}

/** The moment that a chain or a caller states in unix seconds. */
export function fromUnixSeconds(seconds: UnixSeconds): Instant {
  return seconds * SECOND_MS;
}

/** The moment in ISO 8601, UTC: 2026-11-21T09:30:00.000Z. */
export function isoTime(at: Instant): string {
  return new Date(at).toISOString();
}

const DAY_LENGTH = "2026-11-01".length;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** Reads a moment in ISO 8601 with its offset, of a day that there is; undefined for anything else. */
export function readMoment(text: string): Instant | undefined {
  const day = text.slice(0, DAY_LENGTH);
  const at = MOMENT.test(text) && isDay(day) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** The day after a day: "2026-12-01" after "2026-11-30". */
export function dayAfter(day: string): string {
  return isoTime(Date.parse(day) + DAY_MS).slice(0, DAY_LENGTH);
}

/** True for a day that there is. Date.parse alone takes 30 February for 2 March. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(at) && isoTime(at).startsWith(text);
}
