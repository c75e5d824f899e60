import type { Log } from "../log.ts";
import { MINUTE_MS, type Clock, type Instant } from "../../values/time.ts";

/** Logs how jobs fare: a fault that lasts must be seen, and must not fill the disk. */
export type FailureLog = Readonly<{ failed(job: string, error: unknown): void; worked(job: string): void }>;

/** What is remembered of a job that fails: since when, until when, how often in all, and when that was logged last. */
type Trouble = { since: Instant; lastAt: Instant; times: number; loggedAt: Instant };

const EVERY_MS = MINUTE_MS;

/**
 * The first failure of a job is logged at once as `job.failed`, further ones at most once a minute with their number
 * (`times`). A job that did not fail for a minute and works is logged once as `job.recovered`: one that fails every now and
 * then would fill the log as well.
 */
export function createFailureLog({ log, clock }: Readonly<{ log: Log; clock: Clock }>): FailureLog {
  const troubled = new Map<string, Trouble>();
  return {
    failed(job, error) {
      const now = clock();
      const trouble = troubled.get(job) ?? { since: now, lastAt: now, times: 0, loggedAt: -Infinity };
      troubled.set(job, trouble);
      trouble.lastAt = now;
      trouble.times++;
      const isDue = now - trouble.loggedAt >= EVERY_MS || now < trouble.loggedAt; // or the clock was set back
      if (!isDue) return;
      trouble.loggedAt = now;
      log.error("job.failed", { job, times: trouble.times, error });
    },
    worked(job) {
      const trouble = troubled.get(job);
      if (!trouble || Math.abs(clock() - trouble.lastAt) < EVERY_MS) return;
      troubled.delete(job);
      log.warn("job.recovered", { job, times: trouble.times, failedForMs: trouble.lastAt - trouble.since }); // as loud as its failures
    },
  };
}
