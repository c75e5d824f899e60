import { expect } from "chai";
import fc from "fast-check";
import { callBudget } from "../../src/http-client/callBudget.ts";
import { MINUTE_MS } from "../../src/values/time.ts";

const count = (take: () => boolean): number => {
  for (let taken = 0; ; taken++) if (!take()) return taken;
};

describe("a call budget", () => {
  it("allows a burst of six seconds' calls and then refuses", () => {
    const budget = callBudget(60, () => 0);
    expect(budget.left()).to.equal(6);
    expect(count(budget.take)).to.equal(6);
    expect(budget.left()).to.equal(0);
  });

  it("comes back evenly: one call of sixty a second later", () => {
    let now = 0;
    const budget = callBudget(60, () => now);
    count(budget.take);
    now = 999;
    expect(budget.take()).to.equal(false);
    now = 1_000;
    expect([budget.take(), budget.take()]).to.deep.equal([true, false]);
  });

  it("is divided among processes, however many there are at the moment", () => {
    let now = 0;
    let processes = 3;
    const budget = callBudget(
      90,
      () => now,
      1,
      () => processes,
    );
    expect(count(budget.take)).to.equal(30);
    now = MINUTE_MS;
    expect(count(budget.take)).to.equal(30);
    processes = 1;
    now = 2 * MINUTE_MS;
    expect(count(budget.take)).to.equal(87); // three are saved up for work that can wait
    processes = 2;
    now = 3 * MINUTE_MS;
    expect(budget.left()).to.equal(45);
  });

  it("lets through one call a minute when that is all", () => {
    let now = 0;
    const budget = callBudget(1, () => now);
    expect([budget.take(), budget.take(), budget.takeSpare()]).to.deep.equal([true, false, false]);
    now = MINUTE_MS;
    expect([budget.take(), budget.takeSpare()]).to.deep.equal([true, false]);
  });

  it("never lets through more than its calls in any minute, whoever asks and however the clock moves forward", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.record({ ms: fc.nat(20_000), spare: fc.boolean(), most: fc.nat(150) }), {
          maxLength: 60,
        }),
        (perMinute, steps) => {
          let now = 0;
          const taken: number[] = [];
          const budget = callBudget(perMinute, () => now);
          for (const { ms, spare, most } of steps) {
            now += ms;
            for (let call = 0; call < most && (spare ? budget.takeSpare() : budget.take()); call++)
              taken.push(now);
          }
          for (const end of taken) {
            const within = taken.filter((at) => at > end - MINUTE_MS && at <= end).length;
            expect(within).to.be.at.most(perMinute);
          }
        },
      ),
    );
  });

  it("gives all of its calls to whoever asks alone, and half to each when both want more", () => {
    const over = (minutes: number, asks: (budget: ReturnType<typeof callBudget>) => readonly number[]) => {
      let now = 0;
      const budget = callBudget(60, () => now);
      const sums = [0, 0];
      for (; now < minutes * MINUTE_MS; now += 1_000)
        asks(budget).forEach((calls, index) => (sums[index] = (sums[index] ?? 0) + calls));
      return sums;
    };
    expect(over(20, ({ take }) => [count(take)])[0]).to.be.within(19 * 60, 20 * 60);
    expect(over(20, ({ takeSpare }) => [count(takeSpare)])[0]).to.be.within(19 * 60, 20 * 60);
    const [first = 0, second = 0] = over(20, ({ take, takeSpare }) => [count(take), count(takeSpare)]);
    expect(first).to.be.within(9 * 60, 11 * 60);
    expect(second).to.be.within(9 * 60, 11 * 60);
  });

  it("goes on when the clock was set back, and gives nothing away for it", () => {
    let now = 10 * MINUTE_MS;
    const budget = callBudget(60, () => now);
    count(budget.take);
    now = 0;
    expect(budget.take()).to.equal(false);
    now = 1_000;
    expect(budget.take()).to.equal(true);
    expect(budget.take()).to.equal(false);
  });
});
