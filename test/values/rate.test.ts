import { expect } from "chai";
import fc from "fast-check";
import { AmountError } from "../../src/values/amount.ts";
import { PRICE_CURRENCIES, priceDecimals } from "../../src/values/currency.ts";
import { convertUp, rateFromDecimal } from "../../src/values/rate.ts";

describe("a rate", () => {
  it("turns 25.00 EUR at 1.0837 into 27.0925 USDC to the last unit", () => {
    expect(convertUp(2_500n, rateFromDecimal("1.0837", 2, 6))).to.equal(27_092_500n);
  });

  it("rounds up to the next unit, so that the merchant never gets less than the price", () => {
    expect(convertUp(1n, rateFromDecimal("0.333333333", 2, 6))).to.equal(3_334n);
    expect(convertUp(1n, rateFromDecimal("0.0000001", 0, 2))).to.equal(1n);
  });

  it("costs the payer at most one unit more than the exact worth", () => {
    const prices = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }),
    );
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        prices,
        fc.nat(18),
        fc.nat(18),
        (amount, [whole, part], from, to) => {
          const rate = rateFromDecimal(`${whole}.${part.toString().padStart(12, "0")}`, from, to);
          const exactTop = amount * (whole * 10n ** 12n + part) * 10n ** BigInt(to);
          const exactBottom = 10n ** BigInt(from + 12);
          const got = convertUp(amount, rate);
          expect(got * exactBottom >= exactTop && (got - 1n) * exactBottom < exactTop).to.equal(true);
        },
      ),
    );
  });

  for (const text of ["0", "0.000", "-1", "1e3", "", ".5", "1.", "1,5", "NaN", "9".repeat(31)]) {
    it(`refuses ${JSON.stringify(text.slice(0, 12))}`, () => {
      expect(() => rateFromDecimal(text, 2, 6)).to.throw(AmountError);
    });
  }
});

describe("price currencies", () => {
  it("have the decimals of ISO 4217", () => {
    expect(["USD", "JPY", "KWD", "BTC", "SATS"].map(priceDecimals)).to.deep.equal([2, 0, 3, 8, 0]);
    for (const code of PRICE_CURRENCIES) expect(priceDecimals(code)).to.be.within(0, 18);
  });

  for (const code of ["usd", "XXX", "", "constructor", "__proto__", "toString"]) {
    it(`do not include "${code}"`, () => expect(priceDecimals(code)).to.equal(undefined));
  }
});
