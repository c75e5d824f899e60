import type { Job } from "./job.ts";
import type { Log } from "../log.ts";
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import { intervalOf } from "./cronTimetable.ts";

/** What is known of the recurring jobs of this process. */
export type JobWatch = Readonly<{
  /** The same jobs, watched. */
  watch(jobs: readonly Job[]): readonly Job[];
  /** How often each job has failed since the start. */
  failures(): Readonly<Record<string, number>>;
  /** When a run of each job ended last in this process, well or not; of those that have begun at least once. */
  ended(): Readonly<Record<string, Instant>>;
  /** How long ago (ms) that was, in whichever process. */
  ages(): Readonly<Record<string, number>>;
  /** What the last failed run of each job said, and when; of those that have failed since the start. */
  lastErrors(): Readonly<Record<string, Readonly<{ at: Instant; message: string }>>>;
  /** The jobs of which no run has ended for much longer than their interval. */
  stalled(): readonly string[];
}>;

type Watched = {
  failures: number;
  endedAt: Instant | undefined;
  error?: Readonly<{ at: Instant; message: string }>;
  readonly stalledAfterMs: number;
};

const LEAST_STALL_MS = 2 * MINUTE_MS; // longer than a busy machine or a late answer delays a run
const INTERVALS = 3;
const CHECK_EVERY_MS = 30 * SECOND_MS;

/** A watch that knows no job yet; `watch` adds them. `elsewhere` says when a run of a job ended last in another process. */
export function createJobWatch(
  clock: Clock,
  elsewhere: (job: string) => Instant | undefined = () => undefined,
): JobWatch {
  const watched = new Map<string, Watched>();
  const startedAt = clock();
  const ages = () =>
    [...watched].flatMap(([name, { endedAt = -Infinity }]) => {
      const at = Math.max(endedAt, elsewhere(name) ?? -Infinity);
      return at === -Infinity ? [] : [[name, clock() - at] as const];
    });
  return {
    watch: (jobs) =>
      jobs.map((job) => {
        const stalledAfterMs = Math.max(LEAST_STALL_MS, INTERVALS * intervalOf(job.schedule));
        const state: Watched = { failures: 0, endedAt: undefined, stalledAfterMs };
        watched.set(job.name, state);
        const run = async () => {
          state.endedAt ??= clock(); // a first run that never ends has stalled, too
          try {
            await job.run();
          } catch (error) {
            state.failures++;
            state.error = { at: clock(), message: error instanceof Error ? error.message : String(error) };
            throw error;
          } finally {
            state.endedAt = clock();
          }
        };
        return { ...job, run };
      }),
    failures: () => Object.fromEntries([...watched].map(([name, { failures }]) => [name, failures])),
    lastErrors: () =>
      Object.fromEntries(
        [...watched].flatMap(([name, { error }]) => (error ? [[name, error] as const] : [])),
      ),
    ended: () =>
      Object.fromEntries(
        [...watched].flatMap(([name, { endedAt }]) => (endedAt === undefined ? [] : [[name, endedAt]])),
      ),
    ages: () => Object.fromEntries(ages()),
    // A run that ended before the start says nothing about this process, which has just begun to wait for the next one.
    stalled: () => {
      const sinceStart = clock() - startedAt;
      return ages().flatMap(([name, age]) =>
        Math.min(age, sinceStart) > (watched.get(name)?.stalledAfterMs ?? 0) ? [name] : [],
      );
    },
  };
}

/** Logs stalled jobs as `jobs.stalled`, once for each time that others have stalled, until the answer is called. */
export function logStalledJobs({ stalled }: Pick<JobWatch, "stalled">, log: Log): () => void {
  let told = "";
  const timer = setInterval(() => {
    const jobs = stalled();
    if (jobs.join() === told) return;
    told = jobs.join();
    if (jobs.length > 0) log.error("jobs.stalled", { jobs });
  }, CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
