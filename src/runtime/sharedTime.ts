import { SECOND_MS, type Clock, type Instant } from "../values/time.ts";
import type { Log } from "./log.ts";
import { createSteadyClock } from "./steadyClock.ts";

/** The time that the processes on one database share. */
export type SharedTime = Readonly<{
  /** The database's clock, counted on by monotonic time between two readings; the machine's until the first one. */
  clock: Clock;
  /** Reads the database's clock. Throws when the database gives no answer; the time then goes on. */
  measure(): Promise<void>;
  /** The machine's clock minus the database's at the last reading, or minus `clock` where that differs more (ms). */
  skewMs(): number;
  /** True while they differ so much that one of them is wrong. It is not known which, so nothing must end by time alone. */
  isSkewed(): boolean;
}>;

export const MOST_SKEW_MS = 2 * SECOND_MS;
const SLOWEST_READING_MS = SECOND_MS; // half of it is the error of a reading

type Parts = Readonly<{
  /** Reads the database's clock; absent where that is the machine's. */
  read?: (() => Promise<Instant>) | undefined;
  /** The machine's clock, which may be made steady: then it holds a jump forward until that is confirmed. */
  clock: Clock;
  /** The machine's clock as it stands: a steady one is ahead of it for hours after it was set back. */
  wall?: Clock | undefined;
  elapsed: () => number; // monotonic milliseconds
  log: Log;
}>;

/**
 * The time by the database's clock. Without `read` it is the machine's, and never skewed. A jump forward of the database's
 * clock, as after a failover, is followed when the machine's clock is nearer to it than to the time so far.
 */
export function createSharedTime({ read, clock, wall = clock, elapsed, log }: Parts): SharedTime {
  let anchor: Readonly<{ time: Instant; at: number }> | undefined;
  let steady: ReturnType<typeof createSteadyClock> | undefined;
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
      steady ??= createSteadyClock(counted, elapsed);
      const machine = Math.min(clock(), wall());
      steady.hear("machine", machine);
      const [ofDatabase, ofShown] = [machine - anchor.time, machine - steady()];
      skewMs = Math.round(Math.abs(ofDatabase) >= Math.abs(ofShown) ? ofDatabase : ofShown);
      tell();
    },
    skewMs: () => skewMs,
    isSkewed,
  };
}
