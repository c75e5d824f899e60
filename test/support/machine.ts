import { createSteadyClock } from "../../src/runtime/steadyClock.ts";
import type { Instant } from "../../src/values/time.ts";
import { testClock, type TestClock } from "./clock.ts";

/**
 * A machine on which time passes when a test says so, and whose clock somebody sets. `start` gives the clock of a new process
 * on it, `trueTime` what other machines show.
 */
export function testMachine(start: Instant = testClock()()) {
  const at = { true: start, shift: 0, elapsed: 5 };
  return {
    start: () => {
      const steady = createSteadyClock(
        () => at.true + at.shift,
        () => at.elapsed,
      );
      const clock: TestClock & typeof steady = Object.assign(steady, {
        advance(ms: number) {
          at.true += ms;
          at.elapsed += ms;
        },
      });
      return clock;
    },
    trueTime: () => at.true,
    /** Sets its clock this much (ms) off the true time; without an argument, right. */
    setOff: (ms = 0) => void (at.shift = ms),
    /** It stands still for so long, and its monotonic time with it. */
    sleep: (ms: number) => void (at.true += ms),
  };
}
