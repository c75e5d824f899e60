import { expect } from "chai";
import { sql } from "drizzle-orm";
import type { Database } from "../../src/database/driver.ts";
import { databaseNow } from "../../src/database/databaseTime.ts";
import { createJobLeases } from "../../src/database/jobLeases.ts";
import { createCluster, type Cluster } from "../../src/runtime/jobs/cluster.ts";
import type { Job } from "../../src/runtime/jobs/job.ts";
import { LeaseLost, type ProcessRole } from "../../src/runtime/jobs/jobLeases.ts";
import { createJobWatch } from "../../src/runtime/jobs/jobWatch.ts";
import { startSchedule, type Schedule } from "../../src/runtime/jobs/schedule.ts";
import type { Timetable } from "../../src/runtime/jobs/timetable.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { createSharedTime } from "../../src/runtime/sharedTime.ts";
import { SECOND_MS } from "../../src/values/time.ts";
import { onBothDatabases, type OpenDatabase } from "../support/databases.ts";

const GROUPS = ["chain bitcoin", "chain 8453", "invoices", "audit"];
const MINUTES_AHEAD = 30 * 60 * SECOND_MS;

/** A database's clock, and the monotonic time of every process, which the test moves. */
function ownWorld(database: Database) {
  let now = Date.parse("2026-01-01T12:00:00Z");
  let commits = 0;
  const commit = () => {
    commits++;
    return database.commit([noteWrite(`note ${commits}`)]);
  };
  return {
    database,
    now: () => now,
    sqlNow: () => sql<number>`cast(${now} as bigint)`,
    move: (ms: number) => void (now += ms),
    commit,
  };
}

type World = ReturnType<typeof ownWorld>;

/** A write that any table of the gateway takes: a note. */
function noteWrite(name: string) {
  return {
    rows: 1,
    build: () => ({
      sql: `insert into notes (name, version, body, at) values ('${name}', 1, '{}', 0) returning name`,
      params: [],
    }),
  };
}

type Options = Readonly<{ role?: ProcessRole; aheadMs?: number; work?: (job: string) => Promise<void> }>;

/** One process on the world's database: its schedule runs when the test ticks it. */
function startProcess(world: World, name: string, { role = "all", aheadMs = 0, work }: Options = {}) {
  const ran: string[] = [];
  const logged: string[] = [];
  const handedOver: string[] = [];
  const log = {
    ...silentLog,
    warn: (event: string, data?: Record<string, unknown>) =>
      void logged.push(`${event} ${String(data?.["group"] ?? data?.["seconds"] ?? "")}`.trim()),
  };
  const clock = () => world.now() + aheadMs;
  const time = createSharedTime({ read: async () => world.now(), clock, elapsed: world.now, log });
  const watch = createJobWatch(world.now, (job) => cluster.endedAt(job));
  const cluster: Cluster = createCluster({
    leases: createJobLeases(world.database, "gateway", world.sqlNow),
    time,
    elapsed: world.now,
    log,
    process: { id: name, role, place: `${name}:1`, version: "1", startedAt: world.now() },
    isAlone: false,
    ended: () => watch.ended(),
  });
  const job = (jobName: string, more: Partial<Job>): Job => ({
    name: jobName,
    schedule: "* * * * * *",
    ...more,
    run: async () => {
      ran.push(jobName);
      await work?.(jobName);
    },
  });
  const pending = new Map<string, Promise<void>>();
  const owned = cluster.own(
    watch.watch([
      ...GROUPS.map((group) =>
        job(group, {
          owner: { group },
          needsTime: group === "invoices",
          handOver: () => void handedOver.push(group),
        }),
      ),
      job("send mails", { owner: "every worker" }),
      job("renew offers", { owner: "every process" }),
    ]),
  );
  const jobs = owned.map((one): Job => {
    const run = () => {
      const ending = one.run();
      pending.set(one.name, ending);
      return ending;
    };
    return { ...one, run };
  });
  const ticks: (() => void)[] = [];
  const timetable: Timetable = (expression, tick) => {
    if (expression === "* * * * * *") ticks.push(tick); // heartbeats are the test's
    return { stop: () => {} };
  };
  const schedule: Schedule = startSchedule(jobs, { log, clock }, timetable);
  return {
    cluster,
    watch,
    schedule,
    logged,
    handedOver,
    /** The jobs that one second's runs did; all have ended but the one that hangs. */
    async tick(hanging?: string) {
      ran.length = 0;
      for (const tick of ticks) tick();
      await Promise.all([...pending].flatMap(([name, ending]) => (name === hanging ? [] : [ending])));
      return [...ran];
    },
    held: () => cluster.owners().flatMap(({ group, isHere }) => (isHere ? [group] : [])),
  };
}

/** Heartbeats of some processes, one behind the other, until nothing changes hands any more. */
async function settle(...processes: readonly ReturnType<typeof startProcess>[]): Promise<void> {
  for (let round = 0; round < GROUPS.length + 1; round++)
    for (const { cluster } of processes) await cluster.beat();
}

async function notesIn(database: Database): Promise<number> {
  const [row] = await database.db.select({ found: sql<number>`count(*)` }).from(sql`notes`);
  return Number(row?.found);
}

onBothDatabases("gateway", (open: OpenDatabase) => {
  describe("processes on one database", () => {
    it("share the groups of jobs evenly, and run each job of a group in one of them", async () => {
      const world = ownWorld(await open());
      const [a, b] = [startProcess(world, "a"), startProcess(world, "b")];
      await settle(a, b);
      expect([...a.held(), ...b.held()].toSorted()).to.deep.equal(GROUPS.toSorted());
      expect(a.held()).to.have.lengthOf(2);
      const [ranInA, ranInB] = [await a.tick(), await b.tick()];
      for (const group of GROUPS)
        expect([...ranInA, ...ranInB].filter((job) => job === group)).to.deep.equal([group]);
      for (const ran of [ranInA, ranInB]) expect(ran).to.include.members(["send mails", "renew offers"]);
    });

    it("leave all jobs of groups to workers", async () => {
      const world = ownWorld(await open());
      const [web, worker] = [
        startProcess(world, "web", { role: "web" }),
        startProcess(world, "worker", { role: "worker" }),
      ];
      await settle(web, worker);
      expect(await web.tick()).to.deep.equal(["renew offers"]);
      expect(await worker.tick()).to.have.members([...GROUPS, "send mails", "renew offers"]);
      await web.cluster.beat();
      expect(web.cluster.owners().map(({ holder }) => holder)).to.deep.equal(GROUPS.map(() => "worker:1"));
    });

    it("take over within ten seconds when one has crashed", async () => {
      const world = ownWorld(await open());
      const [a, b] = [startProcess(world, "a"), startProcess(world, "b")];
      await settle(a, b);
      const crashedAt = world.now();
      while (b.held().length < GROUPS.length && world.now() - crashedAt < 60 * SECOND_MS) {
        world.move(2 * SECOND_MS);
        await b.cluster.beat();
      }
      expect(world.now() - crashedAt).to.be.at.most(10 * SECOND_MS);
      expect(await b.tick()).to.include.members(GROUPS);
    });

    it("start no run while their own heartbeat is late, before another process can have the lease", async () => {
      const world = ownWorld(await open());
      const [a, b] = [startProcess(world, "a"), startProcess(world, "b")];
      await settle(a);
      world.move(6 * SECOND_MS); // paused, or without its database
      expect(await a.tick()).to.not.include.members(GROUPS);
      await b.cluster.beat();
      expect(b.held()).to.deep.equal([]); // not yet
    });

    it("commit nothing when they wake after another process has taken over", async () => {
      const world = ownWorld(await open());
      let wake = () => {};
      const paused = new Promise<void>((resolve) => (wake = resolve));
      let enter = () => {};
      const entered = new Promise<void>((resolve) => (enter = resolve));
      const outcomes: unknown[] = [];
      const work = async (job: string) => {
        if (job !== "audit") return;
        await world.commit();
        enter();
        await paused;
        for (let tried = 0; tried < 2; tried++)
          await world.commit().catch((error: unknown) => outcomes.push(error));
        await world.commit();
      };
      const a = startProcess(world, "a", { work });
      await settle(a);
      await a.tick("audit");
      await entered;
      expect(await notesIn(world.database)).to.equal(1);
      world.move(8 * SECOND_MS);
      const b = startProcess(world, "b", {
        work: async (job) => (job === "audit" ? world.commit() : undefined),
      });
      await b.cluster.beat();
      await b.cluster.beat();
      expect(b.held()).to.include("audit");
      await b.tick();
      expect(await notesIn(world.database)).to.equal(2);
      wake();
      await a.schedule.stop();
      expect(outcomes.map((error) => error instanceof LeaseLost)).to.deep.equal([true, true]);
      expect(await notesIn(world.database)).to.equal(2);
      expect(a.logged.filter((line) => line === "jobs.lease_lost audit")).to.have.lengthOf(1);
      expect(a.logged.filter((line) => line.startsWith("job.failed"))).to.deep.equal([]);
      expect(a.handedOver).to.include("audit");
    });

    it("hand over at once when one stops, and what still runs when its run has ended", async () => {
      const world = ownWorld(await open());
      let end = () => {};
      const running = new Promise<void>((resolve) => (end = resolve));
      const a = startProcess(world, "a", { work: (job) => (job === "audit" ? running : Promise.resolve()) });
      const b = startProcess(world, "b");
      await settle(a);
      await a.tick("audit");
      await a.cluster.handOver();
      await settle(b);
      expect(b.held().toSorted()).to.deep.equal(
        GROUPS.filter((group) => group !== "audit")
          .toSorted()
          .slice(0, 2),
      );
      end();
      await a.schedule.stop();
      await a.cluster.leave();
      await settle(b);
      expect(b.held().toSorted()).to.deep.equal(GROUPS.toSorted());
      expect(b.cluster.processes().map(({ id }) => id)).to.deep.equal(["b"]);
    });

    it("know when the others' jobs have run last, and which nobody runs", async () => {
      const world = ownWorld(await open());
      const a = startProcess(world, "a");
      const web = startProcess(world, "web", { role: "web" });
      await settle(a, web);
      await a.tick();
      for (let second = 0; second < 120; second += 2) {
        world.move(2 * SECOND_MS);
        await a.tick();
        await a.cluster.beat();
        await web.cluster.beat();
      }
      expect(web.watch.ages()["audit"]).to.be.at.most(4 * SECOND_MS);
      expect(web.watch.stalled()).to.deep.equal([]);
      world.move(130 * SECOND_MS); // the worker is gone
      await web.cluster.beat();
      expect(web.watch.stalled().toSorted()).to.deep.equal(GROUPS.toSorted());
    }).timeout(20_000);

    it("end nothing by time while a machine's clock is wrong, and say so once", async () => {
      const world = ownWorld(await open());
      for (const aheadMs of [90 * SECOND_MS, MINUTES_AHEAD]) {
        const a = startProcess(world, `ahead ${aheadMs}`, { aheadMs });
        await settle(a);
        expect(await a.tick())
          .to.include("audit")
          .and.not.include("invoices");
        expect(a.logged).to.deep.equal([`clock.skewed ${aheadMs / SECOND_MS}`]);
        await a.cluster.leave();
      }
    });

    it("leave the groups to the one whose clock is right", async () => {
      const world = ownWorld(await open());
      const wrong = startProcess(world, "wrong", { aheadMs: MINUTES_AHEAD });
      const right = startProcess(world, "right");
      await settle(wrong);
      expect(wrong.held()).to.have.lengthOf(GROUPS.length);
      await settle(wrong, right);
      expect(wrong.held()).to.deep.equal([]);
      expect(right.held().toSorted()).to.deep.equal(GROUPS.toSorted());
      expect(await right.tick()).to.include("invoices");
    });

    it("start at once on a database that nobody else can have open", async () => {
      const world = ownWorld(await open());
      const before = startProcess(world, "before");
      await settle(before); // and killed
      const { database } = world;
      const time = createSharedTime({ clock: world.now, elapsed: world.now, log: silentLog });
      const cluster = createCluster({
        leases: createJobLeases(database, "gateway", world.sqlNow),
        time,
        elapsed: world.now,
        log: silentLog,
        process: { id: "after", role: "all", place: "after:1", version: "1", startedAt: world.now() },
        isAlone: true,
        ended: () => ({}),
      });
      cluster.own([
        { name: "audit", schedule: "* * * * * *", run: async () => {}, owner: { group: "audit" } },
      ]);
      await cluster.beat();
      expect(cluster.owners()).to.deep.equal([
        { group: "audit", jobs: ["audit"], holder: "after:1", isHere: true },
      ]);
    });
  });

  describe("a lease", () => {
    it("goes to one of many that take it at the same moment, under a higher fence", async () => {
      const database = await open();
      const leases = createJobLeases(database, "gateway", () => databaseNow(database, Date.now));
      const takers = (fence: number) =>
        Promise.all(["a", "b", "c", "d"].map((holder) => leases.take("audit", fence, holder, 60_000)));
      const [first, ...others] = (await takers(0)).filter((lease) => lease !== undefined);
      expect([first?.fence, others.length]).to.deep.equal([1, 0]);
      expect(await takers(1)).to.deep.equal([undefined, undefined, undefined, undefined]); // it is held
      await leases.release(first?.holder ?? "", ["audit"]);
      expect(
        (await takers(1)).filter((lease) => lease !== undefined).map((lease) => lease?.fence),
      ).to.deep.equal([2]);
    });

    it("is not taken while a commit of its holder is under way", async function () {
      const database = await open();
      if (database.dialect === "sqlite") return; // one writer at a time
      const leases = createJobLeases(database, "gateway", () => sql<number>`0`);
      const lease = await leases.take("audit", 0, "a", -1); // has ended already
      if (!lease) throw new Error("Expected the lease.");
      const slow = {
        rows: 1,
        build: () => ({ sql: `select pg_sleep(0.5) from (select 1 as one) as once`, params: [] }),
      };
      const ended: string[] = [];
      const commit = leases
        .fenced(
          lease,
          () => {},
          () => database.commit([slow, noteWrite("slow")]),
        )
        .then(() => ended.push("committed"));
      await waitForLock(database);
      await leases.take("audit", 1, "b", 60_000);
      ended.push("taken");
      await commit;
      expect(ended).to.deep.equal(["committed", "taken"]);
    });
  });
});

/** Until a commit holds an advisory lock. */
async function waitForLock({ db }: Database): Promise<void> {
  for (let tried = 0; tried < 1_000; tried++) {
    const rows = await db
      .select({ mode: sql<string>`mode` })
      .from(sql`pg_locks`)
      .where(sql`locktype = 'advisory' and mode = 'ShareLock'`);
    if (rows.length > 0) return;
  }
  throw new Error("Expected a commit under an advisory lock.");
}
