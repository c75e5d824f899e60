import type { Job } from "../../src/runtime/jobs/job.ts";

/** Jobs that a test runs by name: the audit rests for most of its time, and blocks come where a test mines them. */
const BY_NAME: ReadonlySet<string> = new Set(["audit", "sandbox.evm blocks"]);

/** Returns the jobs that run at least once a minute, but for those that a test runs by name. */
export function frequentJobs(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter(({ name, schedule }) => !BY_NAME.has(name) && schedule.split(" ")[1] === "*");
}
