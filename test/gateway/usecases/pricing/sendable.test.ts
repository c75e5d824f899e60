import { expect } from "chai";
import { sendable } from "../../../../src/gateway/usecases/pricing/askQuotes.ts";

const USDC = { symbol: "USDC", decimals: 6 };
const DAI = { symbol: "DAI", decimals: 18 };
const ETH = { symbol: "ETH", decimals: 18 };
const BTC = { symbol: "BTC", decimals: 8 };

describe("an amount that people can send", () => {
  it("is whole cents of a dollar coin, and at most one more than was worked out", () => {
    expect(sendable(25_118_235n, USDC)).to.equal(25_120_000n);
    expect(sendable(25_120_000n, USDC)).to.equal(25_120_000n);
    expect(sendable(25_110_000_000_000_000_001n, DAI)).to.equal(25_120_000_000_000_000_000n);
  });

  it("is exact where a cent would be more than a thousandth", () => {
    expect(sendable(9_999_999n, USDC)).to.equal(9_999_999n);
    expect(sendable(4_018_235n, USDC)).to.equal(4_018_235n);
  });

  it("has at most eight decimals of another coin", () => {
    expect(sendable(10_000_000_000_000_000_001n, ETH)).to.equal(10_000_000_010_000_000_000n);
    expect(sendable(31_234n, BTC)).to.equal(31_234n);
  });
});
