import type { Job } from "../../src/runtime/jobs/job.ts";

/** The jobs that come at least once a minute, but for the audit, which rests for most of its time. */
export function frequentJobs(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter(({ name, schedule }) => name !== "audit" && schedule.split(" ")[1] === "*");
}
