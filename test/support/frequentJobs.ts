import type { Job } from "../../src/job.ts";

/** The jobs that come at least once a minute. An audit of everything after every second of a test would take most of its time. */
export function frequentJobs(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter(({ schedule }) => schedule.split(" ")[1] === "*");
}
