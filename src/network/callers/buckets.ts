import type { Clock, Instant } from "../../values/time.ts";

/** `calls` in `perMs` milliseconds. Of them `burst` (default: `calls`) may come at once, then evenly. */
export type Rate = Readonly<{ calls: number; perMs: number; burst?: number }>;

/** A token bucket for each of many names. */
export type Buckets = Readonly<{
  /** Takes one call of this name; false when there is none now. */
  take(name: string): boolean;
  /** Milliseconds until there is a call for this name; 0 when there is one now. Takes none. */
  waitMs(name: string): number;
  /** How many names are remembered. */
  size(): number;
}>;

export const REMEMBERED_NAMES = 10_000;

/**
 * Token buckets that start full, for the `remembered` most recent names; a forgotten name starts anew.
 * Levels are whole numbers (a call is worth `perMs`, a millisecond `calls`), so that a promised moment is
 * exact.
 */
export function createBuckets(rate: Rate, clock: Clock, remembered = REMEMBERED_NAMES): Buckets {
  if (!Number.isSafeInteger(rate.calls) || rate.calls < 1) {
    throw new Error(`A limit of calls must be a whole number above zero, got ${rate.calls}.`);
  }
  const full = (rate.burst ?? rate.calls) * rate.perMs;
  const buckets = new Map<string, { level: number; at: Instant }>(); // by last use; an LRUCache reserves memory for all names
  const filled = (name: string) => {
    const bucket = buckets.get(name) ?? { level: full, at: clock() };
    const passed = Math.max(0, clock() - bucket.at);
    bucket.level = Math.min(full, bucket.level + passed * rate.calls);
    bucket.at = clock(); // a clock that was set back must not freeze the bucket
    return bucket;
  };
  const forgetOldest = () => {
    for (const name of buckets.keys()) return void buckets.delete(name);
  };
  return {
    take(name) {
      const bucket = filled(name);
      const isLeft = bucket.level >= rate.perMs;
      if (isLeft) bucket.level -= rate.perMs;
      buckets.delete(name); // to the end
      buckets.set(name, bucket);
      if (buckets.size > remembered) forgetOldest();
      return isLeft;
    },
    waitMs: (name) => Math.max(0, Math.ceil((rate.perMs - filled(name).level) / rate.calls)),
    size: () => buckets.size,
  };
}
