import { and, eq, gt, inArray, lte, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import {
  LeaseLost,
  PROCESS_ROLES,
  type HeldLease,
  type JobLease,
  type JobLeases,
  type LastRuns,
} from "../runtime/jobs/jobLeases.ts";
import { postgresColumns, sqliteColumns } from "./columns.ts";
import { ConflictError, type Database, type Db, type Owner, type Write } from "./driver.ts";
import { withFence } from "./fence.ts";
import { defineLeaseTables, type LeaseTables } from "./leaseTables.ts";

const COLUMNS = { sqlite: sqliteColumns, postgres: postgresColumns };
const LOCKS = 7_305_002; // any constant: the class of the advisory locks on leases
const FORGOTTEN_AFTER_MS = 3_600_000; // of a process that ended without a word

const runsSchema = z.record(z.string(), z.number());
const roleSchema = z.enum(PROCESS_ROLES);

/** The job leases of a database that has the tables of leaseTables.ts. `now` is its clock. */
export function createJobLeases(database: Database, owner: Owner, now: () => SQL<number>): JobLeases {
  const { db, dialect, commit } = database;
  const { jobLeases, processes } = defineLeaseTables(COLUMNS[dialect], owner);

  const list = async () => {
    const leases = await db.select({ row: jobLeases, isFree: lte(jobLeases.until, now()) }).from(jobLeases);
    const alive = await db.select().from(processes).where(gt(processes.until, now()));
    return {
      leases: leases.map(({ row, isFree }) => toLease(row, Boolean(isFree))),
      processes: alive.map(({ until: _, ...process }) => ({
        ...process,
        role: roleSchema.parse(process.role),
      })),
    };
  };

  return {
    list,

    async renew({ id, ...note }, runs, lastMs) {
      const until = after(now(), lastMs);
      await db
        .update(jobLeases)
        .set({ until, runs: runsOf(jobLeases, runs) })
        .where(eq(jobLeases.holder, id));
      const shown = { ...note, until };
      await db
        .insert(processes)
        .values({ id, ...shown })
        .onConflictDoUpdate({ target: processes.id, set: shown });
      return list();
    },

    async take(group, fence, holder, lastMs) {
      const until = after(now(), lastMs);
      const taken = { name: group, holder, fence: fence + 1, until };
      const isAsRead = and(
        eq(jobLeases.name, group),
        eq(jobLeases.fence, fence),
        lte(jobLeases.until, now()),
      );
      const write: Write = {
        rows: 1,
        build: (tx) =>
          fence === 0
            ? tx
                .insert(jobLeases)
                .values({ ...taken, runs: {} })
                .onConflictDoNothing()
                .returning({ name: jobLeases.name })
            : tx.update(jobLeases).set(taken).where(isAsRead).returning({ name: jobLeases.name }),
      };
      try {
        await commit([...lock(dialect, "exclusive", group), write]); // waits for the commits of the run before
      } catch (error) {
        if (error instanceof ConflictError) return undefined;
        throw error;
      }
      const forgotten = sql`${now()} - ${FORGOTTEN_AFTER_MS}`;
      await db.delete(processes).where(lte(processes.until, forgotten));
      return { group, holder, fence: fence + 1 };
    },

    async release(holder, groups) {
      if (groups.length === 0) return;
      const isIts = and(eq(jobLeases.holder, holder), inArray(jobLeases.name, [...groups]));
      await db.update(jobLeases).set({ holder: "", until: 0 }).where(isIts);
    },

    async leave(processId) {
      await db.update(jobLeases).set({ holder: "", until: 0 }).where(eq(jobLeases.holder, processId));
      await db.delete(processes).where(eq(processes.id, processId));
    },

    async freeAll() {
      await db.update(jobLeases).set({ holder: "", until: 0 });
      await db.delete(processes);
    },

    fenced(lease, onLost, work) {
      let isLost = false;
      const lost = () => {
        if (!isLost) onLost();
        isLost = true;
        return new LeaseLost(lease.group);
      };
      const checks = [...lock(dialect, "shared", lease.group), heldWrite(jobLeases, lease, lost)];
      return withFence(
        {
          db,
          checks() {
            if (isLost) throw lost();
            return checks;
          },
        },
        work,
      );
    },
  };
}

/**
 * On PostgreSQL an advisory lock until the transaction ends: shared by the commits of a run, exclusive for taking the lease. It
 * writes nothing, and heartbeats do not wait for it. SQLite has one writer at a time.
 */
function lock(dialect: Database["dialect"], kind: "shared" | "exclusive", group: string): readonly Write[] {
  if (dialect === "sqlite") return [];
  const take = kind === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  return [{ rows: 1, build: () => ({ sql: `select ${take}(${LOCKS}, hashtext($1))`, params: [group] }) }];
}

/** A check: the lease is still held under the same fence. Behind the lock, so that it stays true until the commit. */
function heldWrite(
  jobLeases: LeaseTables["jobLeases"],
  { group, holder, fence }: HeldLease,
  lost: () => Error,
): Write {
  const isHeld = and(eq(jobLeases.name, group), eq(jobLeases.holder, holder), eq(jobLeases.fence, fence));
  let made: ReturnType<Write["build"]> | undefined;
  const build = (db: Db) => {
    const query = db.select({ name: jobLeases.name }).from(jobLeases).where(isHeld);
    return (made ??= query.toSQL());
  };
  return { rows: 1, otherwise: lost, build };
}

function after(now: SQL<number>, ms: number): SQL<number> {
  return sql<number>`${now} + ${ms}`;
}

/** The last runs of several groups in one expression; those of others stay as they are. */
function runsOf({ name, runs }: LeaseTables["jobLeases"], known: ReadonlyMap<string, LastRuns>): SQL {
  const cases = [...known].map(([group, last]) => sql`when ${group} then ${JSON.stringify(last)}`);
  if (cases.length === 0) return sql`${runs}`;
  return sql`case ${name} ${sql.join(cases, sql` `)} else ${runs} end`;
}

function toLease(
  { name, holder, fence, runs }: LeaseTables["jobLeases"]["$inferSelect"],
  isFree: boolean,
): JobLease {
  return { group: name, holder: isFree ? "" : holder, fence, isFree, runs: runsSchema.parse(runs) };
}
