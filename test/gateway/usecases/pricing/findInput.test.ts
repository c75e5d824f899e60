import { expect } from "chai";
import fc from "fast-check";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import { findInput, nextInput, type Point } from "../../../../src/gateway/usecases/pricing/findInput.ts";
import { divCeil, divFloor } from "../../../../src/values/amount.ts";
import { runs } from "../../../support/sizes.ts";

const RUNS = runs(1_000);
const SHARE = 1_000_000n; // shares are millionths

/** A route whose fees are a line: an input yields a share of it less a flat part, give or take a noise in ten-thousandths. */
type Line = Readonly<{ share: bigint; flat: bigint }>;

const yieldOn = ({ share, flat }: Line, input: bigint, noiseBps = 0n): bigint => {
  const clean = divFloor(input * share, SHARE) - flat;
  return clean <= 0n ? 0n : divFloor(clean * (10_000n + noiseBps), 10_000n);
};
const optimumOn = ({ share, flat }: Line, target: bigint): bigint => divCeil((target + flat) * SHARE, share);

/** Finds the input for a target on a line; gives what was asked beside it. */
async function find(line: Line, target: bigint, known: readonly Point[], noise: readonly bigint[] = []) {
  const asked: bigint[] = [];
  const { best, tried } = await findInput(target, known, async (input) => {
    asked.push(input);
    return { quote: input, point: { input, yield: yieldOn(line, input, noise[asked.length - 1]) } };
  });
  return { best, tried, asked };
}

/** Targets of 5 to 50,000 dollars; a satoshi is about 600 units; flat fees up to a fifth of the target. */
const market = fc
  .record({
    target: fc.bigInt({ min: 5_000_000n, max: 50_000_000_000n }),
    share: fc.bigInt({ min: 300n * SHARE, max: 2_000n * SHARE }),
    flatPercent: fc.bigInt({ min: 0n, max: 20n }),
  })
  .map(({ target, share, flatPercent }) => ({
    target,
    line: { share, flat: (target * flatPercent) / 100n },
  }));
const noiseBps = fc.bigInt({ min: -5n, max: 5n });
const noises = fc.array(noiseBps, { minLength: 3, maxLength: 3 });
const missPercent = fc.bigInt({ min: -20n, max: 20n });

describe("the input that yields a price", () => {
  it("is found on any line of fees in at most three quotes, covers the price, and is within 1 % of the least", async () => {
    await fc.assert(
      fc.asyncProperty(market, missPercent, noises, async ({ line, target }, miss, noise) => {
        const optimum = optimumOn(line, target);
        const guess = (optimum * (100n + miss)) / 100n;
        const known = [{ input: guess, yield: target }]; // the route is believed to yield the target there
        const { best, asked } = await find(line, target, known, noise);
        expect(asked.length).to.be.at.most(3);
        expect(best.point.yield >= target, "covers").to.equal(true);
        expect(best.point.input <= divCeil(optimum * 101n, 100n), `${best.point.input} for ${optimum}`).to.equal(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("is found from what two earlier invoices were quoted, however close together those were", async () => {
    await fc.assert(
      fc.asyncProperty(market, fc.tuple(noiseBps, noiseBps), fc.bigInt({ min: 1n, max: 3_000n }), noises, async ({ line, target }, before, apart, noise) => {
        const first = (optimumOn(line, target) * 9n) / 10n;
        const inputs = [first, first + divCeil(first * apart, 10_000n)] as const;
        const known = inputs.map((input, index) => ({ input, yield: yieldOn(line, input, before[index]) }));
        const { best, asked } = await find(line, target, known, noise);
        expect(asked.length).to.be.at.most(3);
        expect(best.point.yield >= target).to.equal(true);
        expect(best.point.input <= divCeil(optimumOn(line, target) * 101n, 100n)).to.equal(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("costs one quote when the route's line is known and the price has not moved", async () => {
    const line = { share: 600n * SHARE, flat: 500_000n };
    const known = [40_000n, 80_000n].map((input) => ({ input, yield: yieldOn(line, input) }));
    const { asked, best } = await find(line, 25_000_000n, known);
    expect(asked).to.have.length(1);
    expect(best.point.input >= optimumOn(line, 25_000_000n)).to.equal(true);
  });

  it("is the smallest of the inputs that cover the price", async () => {
    const yields = [30_000_000n, 25_500_000n, 24_000_000n]; // the second covers with less than the first
    const { best, tried } = await findInput(25_000_000n, [{ input: 40_000n, yield: 25_000_000n }], async (input) => ({
      quote: input,
      point: { input, yield: yields.shift() ?? 0n },
    }));
    expect(tried).to.have.length(3);
    expect(best.point.yield).to.equal(25_500_000n);
  });

  it("is never one that asks the payer for far more than the price", async () => {
    const yields = [24_000_000n, 24_000_001n, 26_300_000n]; // a line through the first two shoots far beyond
    const far = findInput(25_000_000n, [{ input: 40_000n, yield: 25_000_000n }], async (input) => ({
      quote: input,
      point: { input, yield: yields.shift() ?? 0n },
    }));
    expect(await far.then(() => undefined, (reason: unknown) => reason)).to.include({ code: "price_not_reached" });
  });

  it("is refused with price_not_reached when the rate runs away three times", async () => {
    let rate = 600n;
    const running = findInput(25_000_000n, [{ input: 40_000n, yield: 25_000_000n }], async (input) => {
      rate /= 3n;
      return { quote: input, point: { input, yield: input * rate } };
    });
    const error = await running.then(() => undefined, (reason: unknown) => reason);
    expect(error).to.be.instanceOf(GatewayError).and.to.include({ code: "price_not_reached" });
  });

  it("needs one known point to begin with", () => {
    expect(() => nextInput(1n, [], 1n)).to.throw(GatewayError);
  });

  it("is doubled where a route yielded nothing", () => {
    expect(nextInput(1_000n, [{ input: 10_000n, yield: 0n }], 1n)).to.equal(20_002n);
  });
}); // prettier-ignore
