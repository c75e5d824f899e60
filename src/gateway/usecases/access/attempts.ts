import { MINUTE_MS, type Clock, type Instant } from "../../../values/time.ts";

const WINDOW_MS = 15 * MINUTE_MS;
const MOST_NAMES = 10_000; // names kept at a time; the oldest is dropped beyond that

/** Counts attempts by name in memory: a restart forgets them, which an attacker cannot bring about. */
export type Attempts = Readonly<{
  /** Counts one, unless there were `most` already; gives how many milliseconds to wait then, else 0. */
  take(name: string, most: number): number;
  /** After a success. */
  forget(name: string): void;
}>;

/** Attempts in windows (of a quarter of an hour, unless `windowMs` says otherwise) that begin with the first one. */
export function createAttempts(clock: Clock, windowMs = WINDOW_MS): Attempts {
  const windows = new Map<string, { count: number; endsAt: Instant }>();
  const open = (name: string, at: Instant) => {
    windows.delete(name);
    const [oldest] = windows.keys();
    if (windows.size >= MOST_NAMES && oldest !== undefined) windows.delete(oldest);
    windows.set(name, { count: 1, endsAt: at + windowMs });
  };
  return {
    take(name, most) {
      const at = clock();
      const window = windows.get(name);
      if (!window || window.endsAt <= at || window.endsAt > at + windowMs) open(name, at);
      else if (window.count >= most) return window.endsAt - at;
      else window.count += 1;
      return 0;
    },
    forget: (name) => void windows.delete(name),
  };
}
