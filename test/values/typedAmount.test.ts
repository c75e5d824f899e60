import { expect } from "chai";
import { AmountError, parseDecimal } from "../../src/values/amount.ts";
import { typedAmount } from "../../src/values/typedAmount.ts";

describe("an amount as a person types it", () => {
  const READ: readonly (readonly [string, string])[] = [
    ["12,50", "12.50"],
    [" 12.50 ", "12.50"],
    ["12,5", "12.5"],
    ["1234,50", "1234.50"],
    ["1234.50", "1234.50"],
    [",50", "0.50"],
    ["0,125", "0.125"],
    ["1234", "1234"],
    ["1234,567", "1234.567"], // no one groups four digits
  ];
  for (const [typed, read] of READ)
    it(`takes ${typed} for ${read}`, () => expect(typedAmount(typed, 2)).to.equal(read));

  for (const typed of ["1,234", "1.234", "1,234.50", "1.234,50", "1,234,567", "1 234,50", "1'234.50"])
    it(`refuses ${typed}, which can be meant in two ways, and says how to write it`, () => {
      expect(() => parseDecimal(typedAmount(typed, 2), 2)).to.throw(AmountError, "Write 1234 or 1234.50");
    });

  it("takes three decimals after a point where the currency has them", () => {
    expect(typedAmount("1.234", 8)).to.equal("1.234");
    expect(() => parseDecimal(typedAmount("1,234", 8), 8)).to.throw(AmountError, "Write 1234 or 1234.50");
  });
});
