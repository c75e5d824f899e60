import cron, { type ScheduledTask } from "node-cron";
import { HOUR_MS, SECOND_MS, type Clock } from "../../values/time.ts";
import type { Timetable } from "./timetable.ts";

const LATEST_MS = HOUR_MS; // of what was missed; or a daily job that comes two seconds late would wait for a day
const LOOK_EVERY_MS = SECOND_MS;
const JITTER_MS = 500; // a clock that is corrected by less is left alone

/** Time sources: the clock that node-cron plans by, and monotonic milliseconds. */
export type Watches = Readonly<{ wall: Clock; elapsed: () => number }>;

const MACHINE: Watches = { wall: Date.now, elapsed: () => performance.now() };

/**
 * node-cron as a timetable. It ticks by the wall clock of this machine, in UTC; of missed times only the
 * last is made up for. When that clock is set back, everything is planned anew and `setBack` gets the
 * difference (ms): node-cron would wait until the clock shows the planned time again.
 */
export function createCronTimetable(setBack: (byMs: number) => void, watches = MACHINE): Timetable {
  const tasks = new Set<ScheduledTask>();
  let watch: NodeJS.Timeout | undefined;
  const planAnew = (byMs: number) => {
    for (const task of tasks) {
      void task.stop();
      void task.start();
    }
    setBack(byMs);
  };
  return (expression, tick, missed) => {
    requireExpression(expression);
    const task = cron.schedule(expression, tick, { timezone: "UTC", missedExecutionTolerance: LATEST_MS });
    task.on("execution:missed", missed); // with a listener node-cron prints no warning of its own
    tasks.add(task);
    watch ??= watchForSetBack(watches, planAnew);
    return {
      async stop() {
        await task.stop();
        tasks.delete(task);
        if (tasks.size > 0) return;
        clearInterval(watch);
        watch = undefined;
      },
    };
  };
}

const INTERVALS = new Map<string, number>(); // most jobs share a few expressions, and node-cron takes milliseconds for each

/** Returns the time between two runs of a cron expression (ms): of an irregular one, that between the next two. Throws for a bad one. */
export function intervalOf(expression: string): number {
  const known = INTERVALS.get(expression);
  if (known !== undefined) return known;
  requireExpression(expression);
  const [first, second] = cron.createTask(expression, () => {}, { timezone: "UTC" }).getNextRuns(2);
  const interval = first && second ? second.getTime() - first.getTime() : Infinity; // a day that never comes again
  INTERVALS.set(expression, interval);
  return interval;
}

function requireExpression(expression: string): void {
  if (cron.validate(expression)) return;
  throw new Error(`Expected a cron expression with seconds such as "*/10 * * * * *", got "${expression}".`);
}

/** Compares the two clocks once a second. */
function watchForSetBack({ wall, elapsed }: Watches, setBack: (byMs: number) => void): NodeJS.Timeout {
  let last = wall() - elapsed();
  return setInterval(() => {
    const now = wall() - elapsed();
    const byMs = Math.round(last - now);
    last = now;
    if (byMs > JITTER_MS) setBack(byMs);
  }, LOOK_EVERY_MS).unref();
}
