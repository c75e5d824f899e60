import type { Clock } from "../../src/values/time.ts";

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & Readonly<{ advance(ms: number): void }>;

export function testClock(start = Date.UTC(2026, 10, 21, 9, 0, 0)): TestClock {
  let now = start;
  return Object.assign(() => now, {
    advance(ms: number) {
      now += ms;
    },
  });
}
