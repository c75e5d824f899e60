import type { Instant } from "../../values/time.ts";

/** When a run of each job ended last. */
export type LastRuns = Readonly<Record<string, Instant>>;

/** What a process does: everything, pages and the API alone, or jobs alone. */
export const PROCESS_ROLES = ["all", "web", "worker"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** A process on a database, as it says itself with each heartbeat. */
export type ProcessNote = Readonly<{
  id: string;
  role: ProcessRole;
  place: string; // the machine's name and the process id
  version: string;
  startedAt: Instant;
  skewMs: number; // its machine's clock minus the database's
  notes: unknown; // what it tells the others
}>;

/** The lease of a group of jobs, as the database has it. */
export type JobLease = Readonly<{
  group: string;
  holder: string; // the id of a process; empty while no process has it
  fence: number; // one more with each taking
  isFree: boolean;
  runs: LastRuns;
}>;

/** What a heartbeat found. `processes` are those whose own last heartbeat is not too old, this one among them. */
export type Heartbeat = Readonly<{ leases: readonly JobLease[]; processes: readonly ProcessNote[] }>;

/** A lease that a process holds. */
export type HeldLease = Readonly<{ group: string; holder: string; fence: number }>;

/** The leases of groups of jobs, shared by the processes on one database. Times are by the database's clock. */
export type JobLeases = Readonly<{
  /** Who holds what, and which processes run. */
  list(): Promise<Heartbeat>;
  /** Renews every lease of the process for `lastMs`, with the last runs of its jobs by group, and gives what all processes hold. */
  renew(process: ProcessNote, runs: ReadonlyMap<string, LastRuns>, lastMs: number): Promise<Heartbeat>;
  /** Takes a lease that was free with this fence (0 where there was none yet). Undefined when another process was faster. */
  take(group: string, fence: number, holder: string, lastMs: number): Promise<HeldLease | undefined>;
  /** Gives leases back; those of others are left alone. */
  release(holder: string, groups: readonly string[]): Promise<void>;
  /** Gives back all that a process holds, and takes it off the list. */
  leave(processId: string): Promise<void>;
  /** Frees every lease: for a database that no other process can have open. */
  freeAll(): Promise<void>;
  /**
   * Runs `work`. What it commits is kept only while the lease is held: each commit checks the fence in its own
   * transaction, and throws LeaseLost (after `onLost`) once another process may have the lease.
   */
  fenced<T>(lease: HeldLease, onLost: () => void, work: () => Promise<T>): Promise<T>;
}>;

/** The process no longer holds the lease under which a run began: nothing of the commit was kept. Another process runs the jobs. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
  constructor(readonly group: string) {
    super(
      `The lease "${group}" was held when this run began and is not held any more: nothing of this commit is kept. The process that has the lease now does the work.`,
    );
  }
}
