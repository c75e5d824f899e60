import { expect } from "chai";
import fc from "fast-check";
import { callBudget } from "../../src/chain/callBudget.ts";
import { MINUTE_MS } from "../../src/time.ts";

describe("a call budget", () => {
  it("allows a burst of a minute's calls and then refuses", () => {
    const budget = callBudget(3, () => 0);
    expect([1, 2, 3, 4].map(() => budget.take())).to.deep.equal([true, true, true, false]);
    expect(budget.left()).to.equal(0);
  });

  it("comes back evenly: one call of sixty a second later", () => {
    let now = 0;
    const budget = callBudget(60, () => now);
    while (budget.take());
    now = 999;
    expect(budget.take()).to.equal(false);
    now = 1_000;
    expect([budget.take(), budget.take()]).to.deep.equal([true, false]);
  });

  it("never lets through more than a burst and the minute's share, however the clock moves forward", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.nat(2_000), { maxLength: 60 }),
        (perMinute, steps) => {
          let now = 0;
          let taken = 0;
          const budget = callBudget(perMinute, () => now);
          for (const step of steps) {
            now += step;
            while (budget.take()) taken += 1;
          }
          expect(taken).to.be.at.most(perMinute + (now * perMinute) / MINUTE_MS + 1e-6);
        },
      ),
    );
  });

  it("goes on when the clock was set back, and gives nothing away for it", () => {
    let now = 10 * MINUTE_MS;
    const budget = callBudget(60, () => now);
    while (budget.take());
    now = 0;
    expect(budget.take()).to.equal(false);
    now = 1_000;
    expect(budget.take()).to.equal(true);
    expect(budget.take()).to.equal(false);
  });
});
