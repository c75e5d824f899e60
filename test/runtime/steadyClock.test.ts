import { expect } from "chai";
import { createSteadyClock } from "../../src/runtime/steadyClock.ts";
import { HOUR_MS } from "../../src/values/time.ts";

describe("the steady clock", () => {
  /** A machine: real milliseconds pass, and somebody sets its clock. */
  const machine = () => {
    const at = { wall: 1_800_000_000_000, elapsed: 5 };
    const clock = createSteadyClock(
      () => at.wall,
      () => at.elapsed,
    );
    const pass = (ms: number) => {
      at.wall += ms;
      at.elapsed += ms;
    };
    return { at, clock, pass };
  };

  it("shows what the machine's clock shows, also after it was set forward", () => {
    const { at, clock, pass } = machine();
    for (const ms of [0, 1, 999, 86_400_000]) {
      pass(ms);
      expect(clock()).to.equal(at.wall);
    }
    at.wall += HOUR_MS;
    expect(clock()).to.equal(at.wall);
  });

  it("goes on a tenth slower after the machine's clock was set back, until that has caught up", () => {
    const { at, clock, pass } = machine();
    const before = clock();
    at.wall -= HOUR_MS;
    expect(clock()).to.equal(before);
    pass(1_000);
    expect(clock()).to.equal(before + 900);
    pass(HOUR_MS);
    expect(clock()).to.equal(before + 900 + 0.9 * HOUR_MS);
    pass(9 * HOUR_MS);
    expect(clock(), "caught up").to.equal(at.wall);
  });

  it("never goes back and never stands still, however often the clock is set", () => {
    const { at, clock, pass } = machine();
    let last = clock();
    for (const set of [-30_000, 10_000, -HOUR_MS, 5, -1, HOUR_MS, -90_000, 0]) {
      at.wall += set;
      pass(100);
      const now = clock();
      expect(now).to.be.at.least(last + 90);
      last = now;
    }
  });

  it("loses nothing when it is asked often", () => {
    const { at, clock, pass } = machine();
    const before = clock();
    at.wall -= HOUR_MS;
    for (let asked = 0; asked < 1_001; asked++) {
      clock();
      pass(1);
    }
    expect(clock()).to.be.within(before + 899, before + 901);
  });
});
