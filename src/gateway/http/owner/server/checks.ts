import type { Clock, Instant } from "../../../../values/time.ts";
import type { Finding } from "./serverTools.ts";

/** One run of a check: going on while `endedAt` is undefined. */
export type Run = Readonly<{ startedAt: Instant; endedAt?: Instant; finding?: Finding }>;

/** The last run of each check of this process. */
export type Checks = Readonly<{
  of(name: string): Run | undefined;
  /** Starts a check, and gives when it has ended; one that is going on is waited for. Never throws. */
  start(name: string, check: () => Promise<Finding>): Promise<void>;
}>;

/** Remembers checks in memory: their result is shown on the page that started them, after a reload. */
export function createChecks(clock: Clock): Checks {
  const runs = new Map<string, Run>();
  const going = new Map<string, Promise<void>>();
  const run = async (name: string, check: () => Promise<Finding>) => {
    const startedAt = clock();
    runs.set(name, { startedAt });
    const finding = await check().catch((error: unknown): Finding => {
      return { isGood: false, lines: [error instanceof Error ? error.message : String(error)] };
    });
    runs.set(name, { startedAt, endedAt: clock(), finding });
    going.delete(name);
  };
  return {
    of: (name) => runs.get(name),
    start(name, check) {
      const known = going.get(name);
      if (known) return known;
      const started = run(name, check);
      going.set(name, started);
      return started;
    },
  };
}
