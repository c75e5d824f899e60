import { SECOND_MS, type Clock, type Instant } from "../values/time.ts";
import type { Log } from "./log.ts";
import { createSteadyClock } from "./steadyClock.ts";

/** The time that the processes on one database share. */
export type SharedTime = Readonly<{
  /** The database's clock, counted on by monotonic time between two readings; the machine's until the first one. */
  clock: Clock;
  /** Reads the database's clock. Throws when the database gives no answer; the time then goes on. */
  measure(): Promise<void>;
  /** The machine's clock minus the database's at the last reading (ms). */
  skewMs(): number;
  /** True while the two differ so much that one of them is wrong. It is not known which, so nothing must end by time alone. */
  isSkewed(): boolean;
}>;

export const MOST_SKEW_MS = 2 * SECOND_MS;
const SLOWEST_READING_MS = SECOND_MS; // half of it is the error of a reading

type Parts = Readonly<{
  /** Reads the database's clock; absent where that is the machine's. */
  read?: (() => Promise<Instant>) | undefined;
  clock: Clock;
  elapsed: () => number; // monotonic milliseconds
  log: Log;
}>;

/** The time by the database's clock. Without `read` it is the machine's, and never skewed. */
export function createSharedTime({ read, clock, elapsed, log }: Parts): SharedTime {
  let anchor: Readonly<{ time: Instant; at: number }> | undefined;
  let steady: Clock | undefined;
  let skewMs = 0;
  let told = false;
  const counted = () => (anchor ? anchor.time + elapsed() - anchor.at : clock());
  const isSkewed = () => Math.abs(skewMs) > MOST_SKEW_MS;
  const tell = () => {
    if (isSkewed() === told) return;
    told = isSkewed();
    const seconds = Math.round(skewMs / SECOND_MS);
    if (told)
      log.warn("clock.skewed", {
        seconds,
        mend: "set the clocks of this machine and of the database's by NTP; until they agree nothing expires, and this process is not ready",
      });
    else log.warn("clock.agrees", { seconds });
  };
  return {
    clock: () => (steady ?? clock)(),
    async measure() {
      if (!read) return;
      const began = elapsed();
      const time = await read();
      const at = elapsed();
      if (at - began > SLOWEST_READING_MS) return; // says too little
      anchor = { time: time + (at - began) / 2, at };
      skewMs = Math.round(clock() - anchor.time);
      steady ??= createSteadyClock(counted, elapsed);
      tell();
    },
    skewMs: () => skewMs,
    isSkewed,
  };
}
