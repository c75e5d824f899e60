import { expect } from "chai";
import fc from "fast-check";
import {
  AmountError,
  bpsCeil,
  bpsFloor,
  divCeil,
  divFloor,
  formatDecimal,
  formatFixed,
  min,
  parseDecimal,
  roundDecimal,
  parseUnits,
  rescaleUp,
  sum,
} from "../../src/values/amount.ts";

const UINT256 = 2n ** 256n - 1n;
const amounts = fc.bigInt({ min: 0n, max: UINT256 });
const decimals = fc.integer({ min: 0, max: 30 });

/** The plain reference: digits written by hand, one at a time, without any of the code under test. */
function longhand(amount: bigint, places: number): string {
  let rest = amount;
  let fraction = "";
  for (let place = 0; place < places; place++) {
    fraction = String(rest % 10n) + fraction;
    rest /= 10n;
  }
  return places === 0 ? String(rest) : `${rest}.${fraction}`;
}

describe("an amount with other decimals", () => {
  it("is the same amount, and never less than it", () => {
    expect(rescaleUp(25_000_000n, 6, 18)).to.equal(25n * 10n ** 18n);
    expect([rescaleUp(1n, 18, 6), rescaleUp(10n ** 12n, 18, 6), rescaleUp(7n, 8, 8)]).to.deep.equal([
      1n,
      1n,
      7n,
    ]);
  });
});

describe("amounts in smallest units", () => {
  it("rounds what is smaller than a unit, a half up, and nothing else", () => {
    const rounded = ["12.345", "12.3449999", "12.3", "12", "0.004", "0.005", "9.995"].map((text) =>
      roundDecimal(text, 2),
    );
    expect(rounded).to.deep.equal([1235n, 1234n, 1230n, 1200n, 0n, 1n, 1000n]);
    expect([roundDecimal("1.5", 0), roundDecimal("1.49", 0)]).to.deep.equal([2n, 1n]);
    for (const text of ["", "1e3", "1.", "-1.005", "x.999"])
      expect(() => roundDecimal(text, 2), text).to.throw(AmountError);
  });

  it("have 78 digits at most, however they are written", () => {
    const most = "9".repeat(72);
    expect(parseDecimal(`${most}.999999`, 6)).to.equal(10n ** 78n - 1n);
    expect(() => parseDecimal(`1${"0".repeat(72)}`, 6)).to.throw(AmountError, /at most 78 digits/);
    expect(() => parseDecimal("9".repeat(78), 6)).to.throw(AmountError, /at most 78 digits/);
  });

  it("are read back exactly as they were written", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseUnits(amount.toString())).to.equal(amount);
      }),
    );
  });

  for (const text of [
    "",
    " 1",
    "1 ",
    "01",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "0x10",
    "1_000",
    "١",
    "NaN",
    "9".repeat(79),
  ]) {
    it(`refuse ${JSON.stringify(text.slice(0, 12))}`, () => {
      expect(() => parseUnits(text)).to.throw(AmountError, /whole number/);
    });
  }

  it("say in a bounded message what was wrong", () => {
    expect(() => parseUnits("x".repeat(10_000)))
      .to.throw(AmountError)
      .with.property("message")
      .with.length.below(200);
  });
});

describe("amounts as decimal text", () => {
  it("are written with every digit that they have", () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, places) => {
        expect(formatFixed(amount, places)).to.equal(longhand(amount, places));
      }),
    );
  });

  it("survive writing and reading at any number of decimals", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 70n }), decimals, (amount, places) => {
        expect(parseDecimal(formatDecimal(amount, places), places)).to.equal(amount);
        expect(parseDecimal(formatFixed(amount, places), places)).to.equal(amount);
      }),
    );
  });

  it("lose their trailing zeros and nothing else", () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, places) => {
        const text = formatDecimal(amount, places);
        expect(text.includes(".") && /[.0]$/.test(text)).to.equal(false);
        expect(formatFixed(amount, places).startsWith(text)).to.equal(true);
      }),
    );
  });

  it("show a negative difference with its sign", () => {
    expect(formatFixed(-5n, 2)).to.equal("-0.05");
    expect(formatDecimal(-1_500n, 3)).to.equal("-1.5");
  });

  it("keep the zeros of whole numbers", () => {
    expect(formatDecimal(100n, 0)).to.equal("100");
    expect(formatDecimal(10_000n, 2)).to.equal("100");
  });

  it("may have more decimals than the currency only when they are zeros", () => {
    expect(parseDecimal("25.500000000", 6)).to.equal(25_500_000n);
    expect(() => parseDecimal("0.0000001", 6)).to.throw(AmountError, /at most 6 decimals/);
    expect(() => parseDecimal("1.5", 0)).to.throw(AmountError, /at most 0 decimals/);
  });

  for (const text of [
    "",
    ".5",
    "5.",
    "-1",
    "+1",
    "1,5",
    "1e2",
    " 1",
    "1 ",
    "Infinity",
    "0x1",
    "1.2.3",
    "1\n",
  ]) {
    it(`refuse ${JSON.stringify(text)}`, () => {
      expect(() => parseDecimal(text, 6)).to.throw(AmountError, /decimal number/);
    });
  }
});

describe("rounding", () => {
  const divisors = fc.bigInt({ min: 1n, max: UINT256 });

  it("names its direction and is never off by a whole unit", () => {
    fc.assert(
      fc.property(amounts, divisors, (amount, divisor) => {
        const floor = divFloor(amount, divisor);
        const ceil = divCeil(amount, divisor);
        expect(floor * divisor <= amount && amount < (floor + 1n) * divisor).to.equal(true);
        expect(ceil - floor).to.equal(amount % divisor === 0n ? 0n : 1n);
      }),
    );
  });

  it("of a share and of what is left never makes or loses a unit", () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
        expect(bpsFloor(amount, bps) + bpsCeil(amount, 10_000 - bps)).to.equal(amount);
      }),
    );
  });

  it("refuses to divide by zero or less", () => {
    expect(() => divFloor(1n, 0n)).to.throw(AmountError);
    expect(() => divCeil(1n, -1n)).to.throw(AmountError);
  });
});

describe("adding amounts", () => {
  it("is exact beyond what a float can hold", () => {
    fc.assert(
      fc.property(fc.array(amounts), (list) => {
        expect(sum(list)).to.equal(list.reduce((total, amount) => total + amount, 0n));
      }),
    );
    expect(sum([2n ** 53n, 1n])).to.equal(9_007_199_254_740_993n);
    expect(min(2n, 1n)).to.equal(1n);
    expect(min(1n, 2n)).to.equal(1n);
  });
});
