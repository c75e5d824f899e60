import { SECOND_MS, type Instant } from "../../values/time.ts";
import type { Log } from "../log.ts";
import { MOST_SKEW_MS, type SharedTime } from "../sharedTime.ts";
import type { Job } from "./job.ts";
import {
  LeaseLost,
  type HeldLease,
  type Heartbeat,
  type JobLease,
  type JobLeases,
  type LastRuns,
  type ProcessNote,
} from "./jobLeases.ts";

/** Who runs a group of jobs. */
export type GroupOwner = Readonly<{
  group: string;
  jobs: readonly string[];
  holder: string | undefined; // the place of the process; undefined while no process has the lease
  isHere: boolean;
}>;

/** This process among those on the same database. */
export type Cluster = Readonly<{
  /**
   * The jobs that this process runs, with the heartbeat that renews and takes leases. A job of a group runs while this process
   * holds its lease; the others' runs are skipped. Jobs that do not belong to the role are left out.
   */
  own(jobs: readonly Job[]): readonly Job[];
  /** One heartbeat: renews what is held, takes what is free. Throws when the database gives no answer; then the leases end by themselves. */
  beat(): Promise<void>;
  /** Who runs what, by the last heartbeat. */
  owners(): readonly GroupOwner[];
  processes(): readonly ProcessNote[];
  /** Whether this process runs a job now. */
  runsHere(job: string): boolean;
  /**
   * When a run of a job of a group ended last in any process, as far as heartbeats have told; of one that others should run
   * and never have, when this process began to look. Undefined for other jobs.
   */
  endedAt(job: string): Instant | undefined;
  /** Starts no more runs of groups. Gives back their leases: at once, or where one is running, when that has ended. */
  handOver(): Promise<void>;
  /** Gives everything back and takes this process off the list; no run is in flight any more. */
  leave(): Promise<void>;
}>;

const BEAT = "*/2 * * * * *";
const LEASE_MS = 7 * SECOND_MS; // with a heartbeat every two seconds another process takes over within ten
const MARGIN_MS = SECOND_MS; // before the end of a lease no more runs start

type Parts = Readonly<{
  leases: JobLeases;
  time: SharedTime;
  elapsed: () => number; // monotonic milliseconds
  log: Log;
  process: Pick<ProcessNote, "id" | "role" | "place" | "version" | "startedAt">;
  /** No other process can have the database open: leases that are there are of one that has ended. */
  isAlone: boolean;
  /** When runs of jobs have ended in this process. */
  ended(): LastRuns;
  /** What this process tells the others, and hears of them; see ProcessNote.notes. */
  tell?: () => unknown;
  hear?: (others: readonly unknown[]) => void;
}>;

/** A lease of this process. `until` is monotonic: no run starts after that, whatever happened meanwhile. */
type Holding = { readonly lease: HeldLease; until: number; running: number; isLost: boolean };

/** This process, which holds nothing before its first heartbeat. */
export function createCluster(parts: Parts): Cluster {
  const { leases, time, elapsed, log, process, ended } = parts;
  const groups = new Map<string, readonly Job[]>();
  const groupOf = new Map<string, string>(); // by job
  const holdings = new Map<string, Holding>();
  let last: Heartbeat = { leases: [], processes: [] };
  let since: Instant | undefined; // of the first heartbeat
  let isStopping = false;

  const leaseOf = (group: string): JobLease | undefined => last.leases.find((one) => one.group === group);
  const jobsOf = (group: string) => groups.get(group) ?? [];

  const hold = (lease: HeldLease, sentAt: number) => {
    const until = sentAt + LEASE_MS - MARGIN_MS;
    holdings.set(lease.group, { lease, until, running: 0, isLost: false });
  };
  const drop = (group: string) => {
    holdings.delete(group);
    for (const job of jobsOf(group)) job.handOver?.();
  };
  const lose = (holding: Holding) => {
    const { group } = holding.lease;
    if (!holding.isLost) log.warn("jobs.lease_lost", { group });
    holding.isLost = true;
    if (holdings.get(group) === holding) drop(group);
  };
  const giveBack = async (held: readonly string[]) => {
    for (const group of held) drop(group);
    await leases.release(process.id, held);
  };
  const idle = () => [...holdings].filter(([, { running }]) => running === 0).map(([group]) => group);

  /** A job's last run in whichever process: what the database knows, and what this process knows better. */
  const runsOf = (group: string): LastRuns => {
    const here = ended();
    const known = jobsOf(group).flatMap(({ name }) => {
      const at = here[name];
      return at === undefined ? [] : [[name, at] as const];
    });
    return { ...leaseOf(group)?.runs, ...Object.fromEntries(known) };
  };

  /** What the database says of the leases of this process: it may have lost some while it was paused, or got one without hearing so. */
  const compare = (found: readonly JobLease[], sentAt: number) => {
    const own = new Map(found.flatMap((one) => (one.holder === process.id ? [[one.group, one]] : [])));
    for (const [group, holding] of holdings) {
      if (own.get(group)?.fence === holding.lease.fence) holding.until = sentAt + LEASE_MS - MARGIN_MS;
      else lose(holding);
    }
    for (const [group, { holder, fence }] of own)
      if (!isStopping && groups.has(group) && !holdings.has(group)) hold({ group, holder, fence }, sentAt);
  };

  /** How many groups this process should have: as many as every other worker. One whose clock is wrong leaves them to the others. */
  const share = (): number => {
    const workers = last.processes.filter(({ role }) => role !== "web");
    const sound = workers.filter(({ skewMs }) => Math.abs(skewMs) <= MOST_SKEW_MS);
    const sharing = sound.length > 0 ? sound : workers;
    const isOne = sharing.some(({ id }) => id === process.id);
    return isOne ? Math.ceil(groups.size / sharing.length) : 0;
  };

  /** A worker with more than its share gives one group back between two runs; the others take what is free. */
  const spread = async () => {
    const most = share();
    const [surplus] = holdings.size > most ? idle().toReversed() : [];
    if (surplus !== undefined) await giveBack([surplus]);
    for (const group of groups.keys()) {
      const row = leaseOf(group);
      if (isStopping || holdings.size >= most) return;
      if (holdings.has(group) || (row && !row.isFree)) continue;
      const sentAt = elapsed();
      const lease = await leases.take(group, row?.fence ?? 0, process.id, LEASE_MS);
      if (!lease) continue; // another process was faster
      hold(lease, sentAt);
      log.info("jobs.lease_taken", { group });
    }
  };

  const beat = async () => {
    if (since === undefined && parts.isAlone) await leases.freeAll();
    await time.measure();
    since ??= time.clock();
    const runs = new Map([...holdings.keys()].map((group) => [group, runsOf(group)]));
    const sentAt = elapsed();
    const note = { ...process, skewMs: time.skewMs(), notes: parts.tell?.() ?? {} };
    last = await leases.renew(note, runs, LEASE_MS);
    compare(last.leases, sentAt);
    parts.hear?.(last.processes.filter(({ id }) => id !== process.id).map(({ notes }) => notes));
    if (process.role !== "web") await spread();
  };

  const mayRun = (job: Job) => !(job.needsTime && time.isSkewed());

  const runHeld = async (group: string, job: Job) => {
    const holding = holdings.get(group);
    if (!holding || isStopping || elapsed() >= holding.until || !mayRun(job)) return;
    holding.running++;
    try {
      await leases.fenced(holding.lease, () => lose(holding), job.run);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error; // logged by `lose`
    } finally {
      holding.running--;
      if (isStopping && holding.running === 0 && !holding.isLost) await giveBack([group]);
    }
  };

  return {
    own(jobs) {
      const owned = jobs.map((job): Job => {
        const { owner = "every process" } = job;
        if (typeof owner === "string")
          return { ...job, run: async () => (mayRun(job) ? job.run() : undefined) };
        groups.set(owner.group, [...jobsOf(owner.group), job]);
        groupOf.set(job.name, owner.group);
        return { ...job, run: () => runHeld(owner.group, job) };
      });
      const isOurs = ({ owner }: Job) =>
        process.role !== "web" || (owner ?? "every process") === "every process";
      return [{ name: "renew job leases", schedule: BEAT, run: beat }, ...owned.filter(isOurs)];
    },
    beat,
    owners: () =>
      [...groups].map(([group, jobs]) => {
        const isHere = holdings.has(group);
        const id = isHere ? process.id : leaseOf(group)?.holder;
        const holder = last.processes.find((one) => one.id === id)?.place;
        return { group, jobs: jobs.map(({ name }) => name), holder, isHere };
      }),
    processes: () => last.processes,
    runsHere(job) {
      const group = groupOf.get(job);
      return group === undefined || holdings.has(group);
    },
    endedAt(job) {
      const group = groupOf.get(job);
      if (group === undefined) return undefined;
      return leaseOf(group)?.runs[job] ?? (holdings.has(group) ? undefined : since);
    },
    async handOver() {
      isStopping = true;
      await giveBack(idle());
    },
    async leave() {
      isStopping = true;
      for (const group of [...holdings.keys()]) drop(group);
      await leases.leave(process.id);
    },
  };
}
