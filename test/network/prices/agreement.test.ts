import { expect } from "chai";
import fc from "fast-check";
import { agree, type Answer } from "../../../src/network/prices/agreement.ts";

const RULE = { minSources: 2, maxDisagreementBps: 200 };
const answersOf = (...prices: readonly bigint[]): readonly Answer[] =>
  prices.map((price, index) => ({ source: `s${index}`, price, at: 1_000 + index }));

describe("the agreement of price sources", () => {
  const cases: readonly [readonly bigint[], bigint | "few" | "disputed"][] = [
    [[], "few"],
    [[100n], "few"],
    [[100n, 102n], 101n],
    [[1_000n, 1_021n], "disputed"],
    [[1_000n, 1_001n, 1_100n], 1_000n],
    [[900n, 1_000n, 1_001n], 1_000n],
    [[900n, 1_000n, 1_100n], "disputed"],
    [[1_000n, 1_000n, 1_100n, 1_100n], "disputed"],
    [[1_000n, 1_001n, 1_002n, 2_000n], 1_001n],
    [[1n, 1_000n, 1_010n, 1_020n], 1_010n],
  ];
  for (const [prices, expected] of cases) {
    it(`of ${prices.join(", ") || "none"} is ${expected}`, () => {
      const verdict = agree(answersOf(...prices), RULE);
      expect(verdict.kind === "agreed" ? verdict.price : verdict.kind).to.equal(expected);
    });
  }

  it("is as old as its oldest member, and names those who are off", () => {
    const verdict = agree(answersOf(2_000n, 1_001n, 1_000n), RULE);
    expect(verdict).to.deep.equal({ kind: "agreed", price: 1_000n, at: 1_001, outliers: ["s0"] });
  });

  it("stays between the honest prices, whatever one more source says and whoever answers first", () => {
    const honest = fc.array(fc.bigInt(100_000n, 101_000n), { minLength: 2, maxLength: 3 });
    const lies = fc.oneof(fc.bigInt(1n, 97_000n), fc.bigInt(104_000n, 10n ** 17n));
    fc.assert(
      fc.property(honest, lies, fc.nat({ max: 3 }), (prices, lie, place) => {
        const verdict = agree(answersOf(...prices.toSpliced(place, 0, lie)), RULE);
        if (verdict.kind !== "agreed") return expect.fail("two honest answers outvote one liar");
        const inRange = prices.some((price) => price <= verdict.price) && prices.some((price) => price >= verdict.price); // prettier-ignore
        expect(inRange).to.equal(true);
        expect(verdict.outliers).to.have.length(1);
      }),
    );
  });
});
