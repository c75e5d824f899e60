import type { Clock } from "../values/time.ts";

const CATCHING_UP = 0.9; // the speed of this clock while the machine's is behind it

/**
 * The machine's clock, made monotonic. When the machine's clock is set back, this one runs a tenth slower
 * until the other has caught up: a timer of nine seconds takes ten, and not an hour. A clock that is set
 * forward is followed at once. `elapsed` counts monotonic milliseconds (performance.now).
 */
export function createSteadyClock(wall: Clock, elapsed: () => number): Clock {
  let shown = wall();
  let seenAt = elapsed();
  return () => {
    const now = elapsed();
    shown = Math.max(wall(), shown + (now - seenAt) * CATCHING_UP);
    seenAt = now;
    return Math.floor(shown);
  };
}
