/**
 * One recurring job: a plain function that does what is due now, once, and returns. Tests call `run`; the schedule calls it
 * by the clock. `schedule` is a cron expression with seconds (node-cron).
 */
export type Job = Readonly<{ name: string; schedule: string; run: () => Promise<void> }>;
