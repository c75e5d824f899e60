import { MINUTE_MS, type Clock } from "../time.ts";

/** A token bucket: at most `perMinute` calls in any minute, spread evenly after a burst. Shared by every worker that calls one host. */
export type CallBudget = Readonly<{
  perMinute: number;
  /** Takes one call; false when none is left now. */
  take(): boolean;
  /** How many calls are left now. */
  left(): number;
}>;

export function callBudget(perMinute: number, clock: Clock): CallBudget {
  let tokens = perMinute;
  let filledAt = clock();
  const fill = () => {
    const now = clock();
    if (now < filledAt) filledAt = now; // a clock that was set back must not freeze the budget
    tokens = Math.min(perMinute, tokens + ((now - filledAt) * perMinute) / MINUTE_MS);
    filledAt = now;
  };
  return {
    perMinute,
    take() {
      fill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    left() {
      fill();
      return Math.floor(tokens);
    },
  };
}
