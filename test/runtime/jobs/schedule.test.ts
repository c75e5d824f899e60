import { mock } from "node:test";
import { expect } from "chai";
import type { Job } from "../../../src/runtime/jobs/job.ts";
import { createCronTimetable } from "../../../src/runtime/jobs/cronTimetable.ts";
import { startSchedule } from "../../../src/runtime/jobs/schedule.ts";
import type { Timetable } from "../../../src/runtime/jobs/timetable.ts";
import { silentLog, type Log } from "../../../src/runtime/log.ts";

/** A timetable whose ticks the test makes. */
function ownTimetable() {
  const ticks = new Map<string, () => void>();
  const timetable: Timetable = (expression, tick) => {
    if (expression === "never") throw new Error("bad expression");
    ticks.set(expression, tick);
    return { stop: () => ticks.delete(expression) };
  };
  return { timetable, ticks, tick: (expression: string) => ticks.get(expression)?.() };
}

/** A job whose runs end when the test says so. */
function heldJob(schedule: string) {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const job: Job = {
    name: schedule,
    schedule,
    run: () => new Promise((resolve, reject) => ends.push({ resolve, reject })),
  };
  return { job, ends };
}

/** Lets every promise that is already settled be heard. */
const heard = () => new Promise((resolve) => setImmediate(resolve));

function recordingLog() {
  const errors: [string, unknown][] = [];
  const lines: string[] = [];
  const hear = (event: string, data?: Record<string, unknown>) =>
    lines.push(`${event} ${String(data?.job)} ${String(data?.times)}`);
  const log: Log = {
    ...silentLog,
    warn: hear,
    error(event, data) {
      errors.push([event, data?.job]);
      hear(event, data);
    },
  };
  return { log, errors, lines };
}

/** Timers that the test moves, and a clock (also of `new Date()`) that it can set without moving them. */
function ownMachine(from: string) {
  const { Date: Real } = globalThis;
  const began = Real.parse(from);
  let elapsed = 0;
  let shift = 0;
  const wall = () => began + elapsed + shift;
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  globalThis.Date = class extends Real {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [wall()] : given) as [number]));
    }
    static override now = wall;
  } as DateConstructor;
  return {
    wall,
    elapsed: () => elapsed,
    setBack: (ms: number) => void (shift -= ms),
    async pass(seconds: number) {
      for (let passed = 0; passed < seconds * 10; passed++) {
        elapsed += 100;
        mock.timers.tick(100);
        await heard();
      }
    },
    end() {
      mock.timers.reset();
      globalThis.Date = Real;
    },
  };
}

describe("the schedule", () => {
  it("runs each job by its own expression", () => {
    const { timetable, tick } = ownTimetable();
    const [a, b] = [heldJob("a"), heldJob("b")];
    startSchedule([a.job, b.job], { log: silentLog, clock: () => 0 }, timetable);
    tick("a");
    expect([a.ends.length, b.ends.length]).to.deep.equal([1, 0]);
  });

  it("skips a tick while the job is still running, and runs at the next one after", async () => {
    const { timetable, tick } = ownTimetable();
    const { job, ends } = heldJob("a");
    startSchedule([job], { log: silentLog, clock: () => 0 }, timetable);
    tick("a");
    tick("a");
    expect(ends).to.have.length(1);
    ends[0]?.resolve();
    await heard();
    tick("a");
    expect(ends).to.have.length(2);
  });

  it("logs a failed run as job.failed, and runs that job and the others again", async () => {
    const { timetable, tick } = ownTimetable();
    const { log, errors } = recordingLog();
    const [a, b] = [heldJob("a"), heldJob("b")];
    startSchedule([a.job, b.job], { log, clock: () => 0 }, timetable);
    tick("a");
    a.ends[0]?.reject(new Error("no"));
    await heard();
    tick("a");
    tick("b");
    expect([a.ends.length, b.ends.length]).to.deep.equal([2, 1]);
    expect(errors).to.deep.equal([["job.failed", "a"]]);
  });

  it("survives a job that throws before it awaits anything", async () => {
    const { timetable, tick } = ownTimetable();
    const { log, errors } = recordingLog();
    const run = () => {
      throw new Error("at once");
    };
    startSchedule([{ name: "hasty", schedule: "a", run }], { log, clock: () => 0 }, timetable);
    tick("a");
    await heard();
    tick("a");
    await heard();
    expect(errors).to.deep.equal([["job.failed", "hasty"]]);
  });

  it("tells a fault that lasts at once, then once a minute with its number, and once that it is over", async () => {
    const { timetable, tick } = ownTimetable();
    const { log, lines } = recordingLog();
    let now = 0;
    let isBroken = true;
    const run = () => (isBroken ? Promise.reject(new Error("no node")) : Promise.resolve());
    startSchedule([{ name: "look", schedule: "a", run }], { log, clock: () => now }, timetable);
    const seconds = async (count: number) => {
      for (let second = 0; second < count; second++, now += 1_000) {
        tick("a");
        await heard();
      }
    };
    await seconds(121);
    expect(lines).to.deep.equal(["job.failed look 1", "job.failed look 61", "job.failed look 121"]);
    lines.length = 0;
    isBroken = false;
    await seconds(200);
    expect(lines).to.deep.equal(["job.recovered look 121"]);
    isBroken = true;
    await seconds(1);
    expect(lines.at(-1), "a new fault is told at once").to.equal("job.failed look 1");
  });

  it("tells a job that fails every now and then no oftener", async () => {
    const { timetable, tick } = ownTimetable();
    const { log, lines } = recordingLog();
    let now = 0;
    const run = () => (now % 2_000 === 0 ? Promise.reject(new Error("busy")) : Promise.resolve());
    startSchedule([{ name: "look", schedule: "a", run }], { log, clock: () => now }, timetable);
    for (; now < 60_000; now += 1_000) {
      tick("a");
      await heard();
    }
    expect(lines).to.deep.equal(["job.failed look 1"]);
  });

  it("stops by starting nothing new and waiting for the runs in flight", async () => {
    const { timetable, ticks } = ownTimetable();
    const { job, ends } = heldJob("a");
    const schedule = startSchedule([job], { log: silentLog, clock: () => 0 }, timetable);
    const lateTick = ticks.get("a");
    lateTick?.();
    let stopped = false;
    const stopping = schedule.stop().then(() => (stopped = true));
    await heard();
    expect(stopped).to.equal(false);
    lateTick?.();
    expect(ends).to.have.length(1);
    ends[0]?.resolve();
    await stopping;
    expect(ticks.size).to.equal(0);
  });

  it("starts nothing when one expression is wrong", () => {
    const { timetable, ticks } = ownTimetable();
    const start = () =>
      startSchedule([heldJob("a").job, heldJob("never").job], { log: silentLog, clock: () => 0 }, timetable);
    expect(start).to.throw("bad expression");
    expect(ticks.size).to.equal(0);
  });

  it("catches up after the machine was starved, and says so in one line of the log, however many ticks it missed", async () => {
    const { log, lines } = recordingLog();
    const ran: string[] = [];
    const job = (name: string, schedule: string): Job => ({ name, schedule, run: async () => void ran.push(name) });
    const said: unknown[] = [];
    const { warn } = console;
    console.warn = (...words: unknown[]) => void said.push(words);
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.parse("2026-11-21T23:59:58Z") });
    const schedule = startSchedule([job("often", "* * * * * *"), job("daily", "0 0 0 * * *")], { log, clock: Date.now });
    try {
      mock.timers.setTime(Date.parse("2026-11-22T00:00:44Z")); // with nothing run since
      mock.timers.tick(1_000);
      for (let beat = 0; beat < 10; beat++) await heard();
    } finally {
      mock.timers.reset();
      console.warn = warn;
      await schedule.stop();
    }
    expect(ran.toSorted()).to.deep.equal(["daily", "often"]);
    expect(lines.map((line) => line.split(" ")[0])).to.deep.equal(["jobs.late"]);
    expect(said).to.deep.equal([]);
  }); // prettier-ignore

  for (const [words, byMs] of [
    ["30 seconds", 30_000],
    ["an hour", 3_600_000],
  ] as const) {
    it(`goes on within two seconds when the clock is set back by ${words}, and tells that`, async () => {
      const setBack: number[] = [];
      const ran: string[] = [];
      const machine = ownMachine("2026-11-22T12:00:00Z");
      const timetable = createCronTimetable((by) => setBack.push(by), machine);
      const never = () => {};
      const plans = [
        timetable("* * * * * *", () => ran.push("second"), never),
        timetable("0 0 * * * *", () => ran.push("hourly"), never),
      ];
      try {
        await machine.pass(3);
        expect(ran).to.deep.equal(["second", "second", "second"]);
        ran.length = 0;
        machine.setBack(byMs);
        await machine.pass(6);
        expect(ran.length).to.be.within(4, 6);
        expect(setBack).to.deep.equal([byMs]);
      } finally {
        for (const plan of plans) await plan.stop();
        machine.end();
      }
    });
  }

  it("refuses an expression that node-cron cannot read, and takes one with seconds", async () => {
    expect(() =>
      startSchedule([heldJob("every now and then").job], { log: silentLog, clock: () => 0 }),
    ).to.throw(/Expected a cron expression/);
    await startSchedule([heldJob("*/10 * * * * *").job], { log: silentLog, clock: () => 0 }).stop();
  });
});
