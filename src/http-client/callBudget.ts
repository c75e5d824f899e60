import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../values/time.ts";

/**
 * At most `perMinute` calls in any minute, spread evenly after a small burst (token bucket). Shared by all
 * callers of one host. Low-priority work has a bucket of its own: it gets up to half of the calls under
 * contention, and the unused ones otherwise.
 */
export type CallBudget = Readonly<{
  perMinute: number;
  /** Takes one call; false when none is left now. */
  take(): boolean;
  /** Takes one call for work that can wait; false when none is left for that now. */
  takeSpare(): boolean;
  /** How many calls `take` has left now. */
  left(): number;
  /** True while there are calls enough for work that could also wait. */
  hasPlenty(): boolean;
}>;

const BURST = 1 / 10; // of a minute's calls: six seconds' worth, unless the caller needs many at once
const SPARE = 1 / 20; // saved up for work that can wait
const WAITING_MS = 5 * SECOND_MS;

/**
 * A full token bucket of calls. `burstShare` is the part of a minute that may come at once. `processes` says how many processes
 * share the calls, each an equal part.
 */
export function callBudget(
  perMinute: number,
  clock: Clock,
  burstShare = BURST,
  processes: () => number = () => 1,
): CallBudget {
  const own = () => perMinute / processes();
  const burst = () => Math.max(1, own() * burstShare);
  const most = () => Math.max(1, own() * SPARE);
  let tokens = burst();
  let spare = most();
  let spareWaitsUntil = 0;
  let filledAt = clock();
  let taken: Instant[] = []; // within the last minute: a burst and what follows it must not be more than a minute's calls

  /** Gives how many calls the minute still has room for. */
  const fill = () => {
    const now = clock();
    if (now < filledAt) {
      taken = []; // a clock that was set back must not freeze the budget
      spareWaitsUntil = 0;
    }
    const fresh = (Math.max(0, now - filledAt) * own()) / MINUTE_MS;
    const saved = Math.max(0, Math.min(most() - spare, fresh / 2));
    spare = Math.min(most(), spare + saved);
    tokens = Math.min(burst(), tokens + fresh - saved);
    filledAt = now;
    while (taken[0] !== undefined && taken[0] <= now - MINUTE_MS) taken.shift();
    return Math.max(0, own() - taken.length);
  };
  const left = () => {
    const room = fill();
    const kept = filledAt < spareWaitsUntil ? Math.floor(spare) : 0; // or the first caller would get all of a scarce budget
    return Math.max(0, Math.min(room - kept, Math.floor(tokens)));
  };
  const hasPlenty = () => left() >= 1 && tokens * 2 >= burst();
  const take = () => {
    if (left() < 1) return false;
    tokens -= 1;
    taken.push(filledAt);
    return true;
  };
  const takeSpare = () => {
    const room = fill();
    if (spare < 1) return hasPlenty() && take();
    if (room < 1) {
      spareWaitsUntil = filledAt + WAITING_MS;
      return false;
    }
    spare -= 1;
    taken.push(filledAt);
    return true;
  };
  return { perMinute, take, takeSpare, left, hasPlenty };
}
