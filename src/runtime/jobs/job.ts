/**
 * Which process runs a job: the one that has the lease of a group of jobs; every worker, where the job claims rows one by one; or
 * every process, where it works on what that process alone knows.
 */
export type JobOwner = Readonly<{ group: string }> | "every worker" | "every process";

/**
 * One recurring job: a plain function that does what is due now, once, and returns. Tests call `run`; the schedule calls it
 * by the clock. `schedule` is a cron expression with seconds (node-cron).
 */
export type Job = Readonly<{
  name: string;
  schedule: string;
  run: () => Promise<void>;
  /** Every process where it is left out. */
  owner?: JobOwner;
  /** It ends things because time has passed, so it waits while the clock may be wrong. */
  needsTime?: boolean;
  /** Called when another process may run the job from now on: to stop what goes on between runs. */
  handOver?: () => void;
}>;
