import { mock } from "node:test";
import { expect } from "chai";
import { createJobWatch, logStalledJobs } from "../../../src/runtime/jobs/jobWatch.ts";
import { intervalOf } from "../../../src/runtime/jobs/cronTimetable.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/values/time.ts";

describe("the watch over jobs", () => {
  let now = 1_800_000_000_000;
  const passes = async () => {};

  it("knows how often each failed, and how long ago a run of it ended", async () => {
    const watch = createJobWatch(() => now);
    const fails = () => Promise.reject(new Error("no"));
    const [well, badly] = watch.watch([
      { name: "well", schedule: "* * * * * *", run: passes },
      { name: "badly", schedule: "* * * * * *", run: fails },
      { name: "never", schedule: "0 0 0 * * *", run: passes },
    ]);
    await well?.run();
    await badly?.run().catch(() => {});
    now += 5_000;
    expect(watch.failures()).to.deep.equal({ well: 0, badly: 1, never: 0 });
    expect(watch.ages()).to.deep.equal({ well: 5_000, badly: 5_000 });
    expect(watch.lastErrors()).to.deep.equal({ badly: { at: now - 5_000, message: "no" } });
  });

  it("names a job that was not run for long, and one whose run does not end", async () => {
    const watch = createJobWatch(() => now);
    const [each, hourly, stuck] = watch.watch([
      { name: "each second", schedule: "* * * * * *", run: passes },
      { name: "hourly", schedule: "0 0 * * * *", run: passes },
      { name: "stuck", schedule: "*/5 * * * * *", run: () => new Promise(() => {}) },
    ]);
    await each?.run();
    await hourly?.run();
    void stuck?.run();
    now += 2 * MINUTE_MS;
    expect(watch.stalled()).to.deep.equal([]);
    now += 1;
    expect(watch.stalled()).to.deep.equal(["each second", "stuck"]);
    await each?.run();
    now += 2 * HOUR_MS;
    await each?.run();
    expect(watch.stalled()).to.deep.equal(["stuck"]);
    now += HOUR_MS;
    await each?.run();
    expect(watch.stalled()).to.deep.equal(["hourly", "stuck"]);
  });

  it("does not report a job as stalled because it last ran long before the start", async () => {
    const lastRun = now - HOUR_MS;
    const watch = createJobWatch(
      () => now,
      () => lastRun,
    );
    watch.watch([{ name: "each second", schedule: "* * * * * *", run: passes }]);
    expect(watch.stalled()).to.deep.equal([]);
    now += 2 * MINUTE_MS + 1;
    expect(watch.stalled(), "and it does not run now either").to.deep.equal(["each second"]);
  });

  it("tells the log once, and again when others have stalled", () => {
    mock.timers.enable({ apis: ["setInterval"] });
    const said: unknown[] = [];
    let stalled: readonly string[] = [];
    const stop = logStalledJobs({ stalled: () => stalled }, { ...silentLog, error: (event, data) => said.push([event, data?.["jobs"]]) }); // prettier-ignore
    try {
      for (const next of [[], ["a"], ["a"], ["a", "b"], [], ["a"]]) {
        stalled = next;
        mock.timers.tick(30_000);
      }
      stop();
      stalled = ["c"];
      mock.timers.tick(60_000);
    } finally {
      mock.timers.reset();
    }
    expect(said).to.deep.equal([
      ["jobs.stalled", ["a"]],
      ["jobs.stalled", ["a", "b"]],
      ["jobs.stalled", ["a"]],
    ]);
  });

  it("knows the interval of an expression", () => {
    const expressions = ["* * * * * *", "*/5 * * * * *", "30 * * * * *", "50 */10 * * * *", "0 23 4 * * *"];
    expect(expressions.map(intervalOf)).to.deep.equal([1_000, 5_000, 60_000, 600_000, 86_400_000]);
    expect(() => intervalOf("now and then")).to.throw("Expected a cron expression");
  });
});
