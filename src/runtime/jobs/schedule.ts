import type { Job } from "./job.ts";
import type { Log } from "../log.ts";
import { HOUR_MS, SECOND_MS, type Clock } from "../../values/time.ts";
import { createCronTimetable } from "./cronTimetable.ts";
import { createFailureLog, type FailureLog } from "./failureLog.ts";
import type { Timetable } from "./timetable.ts";

export type Schedule = Readonly<{
  /** Starts nothing new and waits for the runs in flight. */
  stop(): Promise<void>;
}>;

/**
 * Runs every job by its own expression. A job never overlaps itself: a tick during a run is skipped.
 * A failed run is logged (failureLog.ts) and stops nothing. Throws, with nothing started, for a bad expression.
 */
export function startSchedule(
  jobs: readonly Job[],
  deps: Readonly<{ log: Log; clock: Clock }>,
  timetable: Timetable = createCronTimetable((byMs) =>
    deps.log.warn("clock.set_back", { seconds: Math.round(byMs / SECOND_MS) }),
  ),
): Schedule {
  const failures = createFailureLog(deps);
  const missed = createLateLog(deps);
  const running = new Map<Job, Promise<void>>();
  let stopped = false;
  const tick = (job: Job) => {
    if (stopped || running.has(job)) return;
    running.set(
      job,
      runLogged(job, failures).finally(() => running.delete(job)),
    );
  };
  const planned: ReturnType<Timetable>[] = [];
  const stopPlanned = () => Promise.all(planned.map((plan) => plan.stop()));
  try {
    for (const expression of new Set(jobs.map(({ schedule }) => schedule))) {
      const due = jobs.filter(({ schedule }) => schedule === expression);
      planned.push(timetable(expression, () => due.forEach(tick), missed)); // one plan for all of them: each costs processor time
    }
  } catch (error) {
    void stopPlanned();
    throw error;
  }
  return {
    async stop() {
      stopped = true;
      await stopPlanned();
      await Promise.all(running.values());
    },
  };
}

async function runLogged(job: Job, failures: FailureLog): Promise<void> {
  try {
    await job.run();
    failures.worked(job.name);
  } catch (error) {
    failures.failed(job.name, error);
  }
}

/**
 * Logs missed ticks, caused by a starved or sleeping machine: at once as `jobs.late`, then at most once an
 * hour with their number since (`times`). Nothing is lost by them, for every job catches up, and a busy
 * machine misses many.
 */
function createLateLog({ log, clock }: Readonly<{ log: Log; clock: Clock }>): () => void {
  let times = 0;
  let toldAt = -Infinity;
  return () => {
    times++;
    const now = clock();
    if (now - toldAt < HOUR_MS && now >= toldAt) return; // or the clock was set back
    toldAt = now;
    log.warn("jobs.late", { times });
    times = 0;
  };
}
