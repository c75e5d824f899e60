import { expect } from "chai";
import fc from "fast-check";
import { priceAt } from "../../src/network/prices/priceWalk.ts";
import { priceInput, priceOutput, type Market } from "../../src/network/pricing.ts";

const MARKET: Market = {
  inputUsd: 80_000_00000000n,
  outputUsd: 1_00000000n,
  nativeUsd: 3_000_00000000n,
  outputDecimals: 6,
  nativeDecimals: 18,
  gasPrice: 1_000_000_000n,
  satPerKvb: 5_000n,
};

const markets = fc.record({
  inputUsd: fc.bigInt(1_00000000n, 200_000_00000000n),
  outputUsd: fc.bigInt(50_000_000n, 2_00000000n),
  nativeUsd: fc.bigInt(1_00000000n, 10_000_00000000n),
  outputDecimals: fc.integer({ min: 2, max: 18 }),
  nativeDecimals: fc.constant(18),
  gasPrice: fc.bigInt(0n, 500_000_000_000n),
  satPerKvb: fc.bigInt(1_000n, 500_000n),
});
const sats = fc.bigInt(1n, 2_100_000_000_000_000n);
const slippages = fc.integer({ min: 0, max: 10_000 });

describe("the price of a bridge", () => {
  it("the inverse finds the fewest sats that bring at least the wanted output", () => {
    fc.assert(
      fc.property(markets, fc.bigInt(1n, 10n ** 24n), (market, output) => {
        const { input } = priceOutput(output, market, 100);
        expect(priceInput(input, market, 100).output >= output).to.equal(true);
        expect(priceInput(input - 1n, market, 100).output < output).to.equal(true);
      }),
    );
  });

  it("the minimum is never above the output, and never negative", () => {
    fc.assert(
      fc.property(markets, sats, slippages, (market, input, slippage) => {
        const { output, minimum } = priceInput(input, market, slippage);
        expect(minimum >= 0n && (output < 0n || minimum <= output)).to.equal(true);
      }),
    );
  });

  it("more sats never bring less", () => {
    fc.assert(
      fc.property(markets, sats, sats, (market, a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(priceInput(more, market, 100).output >= priceInput(less, market, 100).output).to.equal(true);
      }),
    );
  });

  it("doubling the gas price doubles what the transfer costs, and nothing else", () => {
    // 135,000 gas at 1 gwei and 3,000 USD are 0.405 USD; the sweep of 191 vB at 5 sat/vB is 955 sats or 0.764 USD
    const before = priceInput(1_000_000n, MARKET, 100);
    expect(before.fees.relayerGas).to.equal(405_000n + 764_000n);
    const after = priceInput(1_000_000n, { ...MARKET, gasPrice: 2n * MARKET.gasPrice }, 100);
    expect(after.fees.relayerGas - before.fees.relayerGas).to.equal(405_000n);
    expect(before.output - after.output).to.equal(405_000n);
    expect(after.fees.relayerService).to.equal(before.fees.relayerService);
  });

  it("output and fees add up to the deposit's worth at the mid price", () => {
    const { output, fees } = priceInput(1_000_000n, MARKET, 100); // 0.01 BTC at 80,000 USD
    expect(fees.relayerService).to.equal(1_200_000n + 20_000n); // 15 bps of 800 USD, and 2 cents
    expect(output + fees.relayerGas + fees.relayerService).to.equal(800_000_000n);
  });

  it("the minimum leaves the slippage tolerance, rounded down", () => {
    const { output, minimum } = priceInput(1_000_000n, MARKET, 100);
    expect(minimum).to.equal((output * 99n) / 100n);
  });
});

describe("the price walk", () => {
  const START = 1_800_000_000_000;

  it("is the same for the same seed and moment, and another for another seed", () => {
    expect(priceAt("a", "BTC", START)).to.equal(priceAt("a", "BTC", START));
    expect(priceAt("a", "BTC", START)).to.not.equal(priceAt("b", "BTC", START));
  });

  it("stays between 60,000 and 100,000 USD for ever", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 4_000_000_000_000 }), (seed, at) => {
        const price = priceAt(seed, "BTC", at) ?? 0n;
        expect(price > 60_000_00000000n && price < 100_000_00000000n).to.equal(true);
      }),
    );
  });

  it("moves by about 0.05 percent a minute, and never jumps", () => {
    const prices = Array.from({ length: 2_000 }, (_, minute) =>
      Number(priceAt("seed", "BTC", START + minute * 60_000)),
    );
    const moves = prices.slice(1).map((price, index) => price / (prices[index] ?? price) - 1);
    const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    expect(deviation).to.be.within(0.0003, 0.0007);
    expect(Math.max(...moves.map(Math.abs))).to.be.lessThan(0.003);
  });

  it("a dollar coin stays within a fifth of a percent of a dollar and is not constant", () => {
    const prices = Array.from(
      { length: 500 },
      (_, hour) => Number(priceAt("seed", "USDC", START + hour * 3_600_000)) / 1e8,
    );
    expect(Math.max(...prices.map((price) => Math.abs(price - 1)))).to.be.lessThan(0.002);
    expect(new Set(prices).size).to.be.greaterThan(100);
  });

  it("gives no price of a coin that it does not know", () => {
    expect(priceAt("seed", "constructor", START)).to.equal(undefined);
  });
});
