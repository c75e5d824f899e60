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
});
