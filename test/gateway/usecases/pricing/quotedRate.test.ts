import { expect } from "chai";
import fc from "fast-check";
import {
  isOfAmount,
  leastOutput,
  stillHolds,
  type QuotedRate,
} from "../../../../src/gateway/usecases/pricing/quotedRate.ts";
import { divCeil, divFloor } from "../../../../src/values/amount.ts";

const quoted: QuotedRate = { input: 26_667n, worth: 20_500_000n, least: 20_020_000n };

describe("the rate at which a deposit address was quoted", () => {
  it("promises for another amount no more than the service is bound to, whatever its flat fees are", () => {
    const amounts = fc.bigInt({ min: 1_000n, max: 10n ** 9n });
    fc.assert(
      fc.property(amounts, amounts, fc.nat(100), fc.nat(100), (input, other, flatPercent, slipPercent) => {
        const worth = input * 700n;
        const flat = (worth * BigInt(flatPercent)) / 100n;
        const output = worth - flat;
        const least = (output * BigInt(100 - slipPercent)) / 100n;
        const bound = divCeil((least + flat) * other, input) - flat; // what the intent service keeps to
        const promised = leastOutput({ input, worth, least }, other);
        expect(promised <= bound, `${promised} of ${bound}`).to.equal(true);
      }),
    );
    expect(leastOutput(quoted, quoted.input)).to.equal(quoted.least);
    expect(leastOutput(quoted, 40_000n)).to.equal(divFloor(quoted.least * 40_000n, quoted.input));
  });

  it("serves a price of about the same amount only, since fees do not grow and shrink with it", () => {
    const fitting = [18_500_000n, 20_000_000n, 22_000_000n].map((due) => isOfAmount(quoted, due));
    expect(fitting).to.deep.equal([true, true, true]);
    expect([5_000_000n, 1_000_000_000n].map((due) => isOfAmount(quoted, due))).to.deep.equal([false, false]);
  });

  it("holds while the present rate is within half a percent of it, above and below", () => {
    const present = (worth: bigint) => stillHolds(quoted, { ...quoted, worth });
    expect([20_400_000n, 20_600_000n].map(present)).to.deep.equal([true, true]);
    expect([20_390_000n, 20_610_000n].map(present)).to.deep.equal([false, false]);
    expect(stillHolds(undefined, quoted)).to.equal(false);
  });

  it("does not hold once fees have risen by a quarter of a percent of the amount, or fallen by far more", () => {
    const present = (least: bigint) => stillHolds(quoted, { ...quoted, least });
    expect([19_970_000n, 20_320_000n].map(present)).to.deep.equal([true, true]);
    expect([19_969_000n, 20_321_000n].map(present)).to.deep.equal([false, false]);
  });

  it("does not hold where the service would return what the present quote expects to bring", () => {
    const expecting = (output: bigint) => stillHolds(quoted, quoted, output);
    expect([quoted.least, quoted.least - 1n].map(expecting)).to.deep.equal([true, false]);
  });

  it("holds for an input only if the service fills it, whatever part of its fees is flat", () => {
    const amounts = fc.bigInt({ min: 1_000n, max: 10n ** 9n });
    const percents = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        amounts,
        percents,
        percents,
        fc.integer({ min: -20, max: 20 }),
        (input, flatPercent, fees, more) => {
          const other = input + (input * BigInt(more)) / 1_000n;
          const worth = input * 700n;
          const least = worth - (worth * BigInt(fees)) / 1_000n;
          const flat = ((worth - least) * BigInt(flatPercent)) / 100n;
          const bound = divCeil((least + flat) * other, input) - flat; // below it the intent service returns the deposit
          const now: QuotedRate = { input: other, worth: other * 700n, least: bound };
          expect(stillHolds({ input, worth, least }, now, bound - 1n)).to.equal(false);
        },
      ),
    );
  });
});
