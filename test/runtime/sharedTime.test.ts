import { expect } from "chai";
import { silentLog } from "../../src/runtime/log.ts";
import { createSharedTime } from "../../src/runtime/sharedTime.ts";
import { createSteadyClock } from "../../src/runtime/steadyClock.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/values/time.ts";

/** A database and a machine with clocks of their own; a reading takes `trip` ms, and the database reads its clock in the middle. */
function ownClocks() {
  const logged: string[] = [];
  const state = { database: Date.parse("2026-01-01T12:00:00Z"), ahead: 0, elapsed: 0, trip: 0 };
  const pass = (ms: number) => {
    state.database += ms;
    state.elapsed += ms;
  };
  const time = createSharedTime({
    async read() {
      pass(state.trip / 2);
      const read = state.database;
      pass(state.trip / 2);
      return read;
    },
    clock: () => state.database + state.ahead,
    elapsed: () => state.elapsed,
    log: { ...silentLog, warn: (event, data) => void logged.push(`${event} ${String(data?.["seconds"])}`) },
  });
  return { state, pass, time, logged, error: () => time.clock() - state.database };
}

describe("the time that processes share", () => {
  it("is the database's, however wrong the machine's is", async () => {
    const { state, pass, time, logged, error } = ownClocks();
    state.ahead = 30 * MINUTE_MS;
    await time.measure();
    pass(10 * SECOND_MS);
    expect(error()).to.equal(0);
    expect([time.skewMs(), time.isSkewed()]).to.deep.equal([30 * MINUTE_MS, true]);
    await time.measure();
    expect(logged).to.deep.equal(["clock.skewed 1800"]);
  });

  it("does not jump when the machine's clock is set right", async () => {
    const { state, pass, time, logged, error } = ownClocks();
    state.ahead = -90 * SECOND_MS;
    await time.measure();
    state.ahead = 0; // NTP
    expect(error()).to.equal(0);
    pass(2 * SECOND_MS);
    await time.measure();
    expect([error(), time.isSkewed()]).to.deep.equal([0, false]);
    expect(logged).to.deep.equal(["clock.skewed -90", "clock.agrees 0"]);
  });

  it("is not misread from an answer that was long on its way", async () => {
    const { state, time } = ownClocks();
    state.trip = 800;
    await time.measure();
    expect(time.skewMs()).to.equal(0);
    state.trip = 5 * SECOND_MS;
    state.ahead = MINUTE_MS;
    await time.measure();
    expect(time.isSkewed()).to.equal(false); // that reading says too little
  });

  it("goes on while the database gives no answer", async () => {
    let isAway = false;
    let elapsed = 0;
    const time = createSharedTime({
      read: async () => {
        if (isAway) throw new Error("no answer");
        return 1_000_000;
      },
      clock: () => 5_000_000,
      elapsed: () => elapsed,
      log: silentLog,
    });
    await time.measure();
    isAway = true;
    elapsed = 3 * SECOND_MS;
    expect(await time.measure().catch(String)).to.equal("Error: no answer");
    expect(time.clock()).to.equal(1_003_000);
  });

  describe("when the clock of the database's server changes", () => {
    it("ends nothing while the machine's clock contradicts it, and goes on by the time so far", async () => {
      const { state, pass, time, logged } = ownClocks();
      await time.measure();
      const began = time.clock();
      state.database += 8 * SECOND_MS; // a standby with a clock of its own was promoted
      state.ahead = -8 * SECOND_MS;
      pass(2 * SECOND_MS);
      await time.measure();
      expect([time.clock() - began, time.isSkewed()]).to.deep.equal([2 * SECOND_MS, true]);
      for (let minute = 0; minute < 30; minute++) {
        pass(MINUTE_MS);
        await time.measure();
      }
      expect([time.clock() - began, time.isSkewed()]).to.deep.equal([30 * MINUTE_MS + 2 * SECOND_MS, true]);
      state.database -= 8 * SECOND_MS; // NTP
      state.ahead = 0;
      await time.measure();
      expect([time.clock() - began, time.isSkewed()]).to.deep.equal([30 * MINUTE_MS + 2 * SECOND_MS, false]);
      expect(logged).to.deep.equal(["clock.skewed -8", "clock.agrees 0"]);
    });

    it("follows at once when the machine's clock agrees, as after this machine has slept", async () => {
      const { state, pass, time, logged, error } = ownClocks();
      await time.measure();
      state.database += 60 * MINUTE_MS; // monotonic time stood still meanwhile
      pass(2 * SECOND_MS);
      await time.measure();
      expect([error(), time.isSkewed(), logged]).to.deep.equal([0, false, []]);
    });

    it("is skewed as long as the time that is shown is ahead of the corrected clock", async () => {
      const { state, pass, time } = ownClocks();
      await time.measure();
      state.database -= 20 * SECOND_MS; // both were wrong, and were set back
      pass(2 * SECOND_MS);
      await time.measure();
      expect(time.isSkewed()).to.equal(true);
      pass(200 * SECOND_MS);
      await time.measure();
      expect(time.isSkewed()).to.equal(false);
    });
  });

  describe("on a machine whose clock is made steady", () => {
    function steadyMachine(ahead: number) {
      const at = { database: 1_000_000_000, wall: 1_000_000_000 + ahead, elapsed: 0 };
      const steady = createSteadyClock(
        () => at.wall,
        () => at.elapsed,
      );
      const read = async () => at.database;
      const elapsed = () => at.elapsed;
      return {
        at,
        time: createSharedTime({ read, clock: steady, wall: steady.wall, elapsed, log: silentLog }),
      };
    }

    it("agrees as soon as a clock that was ahead is set right, and not hours later", async () => {
      const { at, time } = steadyMachine(60 * MINUTE_MS);
      await time.measure();
      expect(time.isSkewed()).to.equal(true);
      at.wall = at.database;
      await time.measure();
      expect(time.isSkewed()).to.equal(false);
    });

    it("ends nothing when a clock that the database has too jumps forward, and nobody confirms it", async () => {
      const { at, time } = steadyMachine(0);
      await time.measure();
      at.wall = at.database += 60 * MINUTE_MS;
      await time.measure();
      expect([time.clock(), time.isSkewed()]).to.deep.equal([1_000_000_000, true]);
    });
  });
});
