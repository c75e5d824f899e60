import { expect } from "chai";
import fc from "fast-check";
import { barsOf, CHART, topOf } from "../../../src/gateway/http/owner/overview/chart.ts";

describe("a chart of days", () => {
  it("has an axis that ends at a round number which no value is above, and not far above it", () => {
    for (const [values, top] of [
      [[], 0n],
      [[0n, -5n], 0n],
      [[1n], 1n],
      [[3n, 1n], 5n],
      [[501n], 1_000n],
      [[1_999n], 2_000n],
    ] as const)
      expect(topOf(values), values.join()).to.equal(top);
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), { minLength: 1 }),
        (values) => {
          const most = values.reduce((high, value) => (value > high ? value : high), 0n);
          const top = topOf(values);
          expect(top >= most && top <= (most * 5n) / 2n + 1n).to.equal(true);
        },
      ),
    );
  });

  it("has bars within the drawing, as high as their values", () => {
    const values = [0n, 250n, 500n, -3n].map((value) => ({ label: "", words: "", value }));
    const bars = barsOf(values, 500n);
    expect(bars.map(({ height }) => height)).to.deep.equal([2, CHART.height / 2, CHART.height, 2]);
    for (const { y, height } of bars) expect(y + height).to.equal(CHART.height);
    expect(bars.at(-1)?.x).to.be.below(CHART.width);
  });
});
