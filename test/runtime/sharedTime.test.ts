import { expect } from "chai";
import { silentLog } from "../../src/runtime/log.ts";
import { createSharedTime } from "../../src/runtime/sharedTime.ts";
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
});
