import { expect } from "chai";
import fc from "fast-check";
import { BITCOIN, type Currency } from "../../src/network/catalog.ts";
import { priceAt } from "../../src/network/prices/priceWalk.ts";
import { routeCosts, type Route } from "../../src/network/quote/costs.ts";
import {
  priceInput,
  priceOutput,
  usdValue,
  worthOf,
  type Coin,
  type Market,
} from "../../src/network/quote/pricing.ts";
import { runs } from "../support/sizes.ts";

const BTC: Coin = { usd: 80_000_00000000n, decimals: 8 };
const ETH: Coin = { usd: 3_000_00000000n, decimals: 18 };
const USDC: Coin = { usd: 1_00000000n, decimals: 6 };
const GWEI = 1_000_000_000n;
const PLAIN = { slippageBps: 100, appFees: [] };
const NOTHING = { what: "deposit", coin: ETH, amount: 0n };
const RECIPIENT = "0x1111111111111111111111111111111111111111";

/** 0.01 BTC is 800 USD: a transfer of 135,000 gas at 1 gwei is 0.405 USD, a sweep of 191 vB at 5 sat/vB is 0.764 USD. */
const MARKET: Market = {
  input: BTC,
  output: USDC,
  sameAsset: false,
  relayerCosts: [
    { what: "fill", coin: ETH, amount: 135_000n * GWEI },
    { what: "sweep", coin: BTC, amount: 955n },
  ],
  payerCost: NOTHING,
};

const coins = fc.record({
  usd: fc.bigInt(1n, 10n ** 17n - 1n), // 10^-8 dollars to just below a billion
  decimals: fc.integer({ min: 0, max: 36 }),
});
const markets = fc.record({
  input: coins,
  output: coins,
  sameAsset: fc.boolean(),
  relayerCosts: fc.array(
    fc.record({ what: fc.constant("fill"), coin: coins, amount: fc.bigInt(0n, 10n ** 24n) }),
    {
      maxLength: 3,
    },
  ),
  payerCost: fc.constant(NOTHING),
});
const conditions = fc.record({
  slippageBps: fc.integer({ min: 0, max: 10_000 }),
  appFees: fc.array(fc.record({ recipient: fc.constant(RECIPIENT), bps: fc.integer({ min: 0, max: 500 }) }), {
    maxLength: 10, // together at most 5,000, as requests may ask for
  }),
});
const amounts = fc.bigInt(1n, 2n ** 256n - 1n);
const RUNS = { numRuns: runs(1_000), seed: 7 };

describe("the price of a bridge", () => {
  it("the inverse finds the smallest input that brings at least the wanted output, whatever prices, decimals and fees are", () => {
    fc.assert(
      fc.property(markets, conditions, amounts, (market, terms, output) => {
        const { input } = priceOutput(output, market, terms);
        expect(priceInput(input, market, terms).output >= output).to.equal(true);
        expect(priceInput(input - 1n, market, terms).output < output).to.equal(true);
      }),
      RUNS,
    );
  });

  it("output and fees are exactly the input's worth, rounded down: nothing is created and nothing is lost", () => {
    fc.assert(
      fc.property(markets, conditions, amounts, (market, terms, input) => {
        const price = priceInput(input, market, terms);
        const { relayerGas, relayerService, app } = price.fees;
        expect([relayerGas, relayerService, app].every((fee) => fee >= 0n)).to.equal(true);
        const scale = 10n ** BigInt(market.input.decimals) * market.output.usd;
        const exact = input * market.input.usd * 10n ** BigInt(market.output.decimals); // its worth times the scale
        expect(worthOf(price) * scale <= exact && exact < (worthOf(price) + 1n) * scale).to.equal(true);
      }),
      RUNS,
    );
  });

  it("the minimum is never above the output, and never negative", () => {
    fc.assert(
      fc.property(markets, conditions, amounts, (market, terms, input) => {
        const { output, minimum } = priceInput(input, market, terms);
        expect(minimum >= 0n && (output < 0n || minimum <= output)).to.equal(true);
      }),
      RUNS,
    );
  });

  it("more never brings less", () => {
    fc.assert(
      fc.property(markets, conditions, amounts, fc.bigInt(0n, 1_000n), (market, terms, input, more) => {
        const output = priceInput(input, market, terms).output;
        expect(priceInput(input + more, market, terms).output >= output).to.equal(true);
      }),
      RUNS,
    );
  });

  it("doubling what gas costs doubles that part of the fee, and nothing else", () => {
    const before = priceInput(1_000_000n, MARKET, PLAIN);
    expect(before.fees.relayerGas).to.equal(405_000n + 764_000n);
    const [fill, ...others] = MARKET.relayerCosts;
    const dearer = {
      ...MARKET,
      relayerCosts: [{ ...fill!, amount: 2n * fill!.amount }, ...others],
    };
    const after = priceInput(1_000_000n, dearer, PLAIN);
    expect(after.fees.relayerGas - before.fees.relayerGas).to.equal(405_000n);
    expect(before.output - after.output).to.equal(405_000n);
    expect(after.fees.relayerService).to.equal(before.fees.relayerService);
  });

  it("the service takes 15 bps and two cents, of the same coin on two chains 1 bp, and the minimum leaves the slippage", () => {
    const { output, minimum, fees } = priceInput(1_000_000n, MARKET, PLAIN);
    expect(fees.relayerService).to.equal(1_200_000n + 20_000n); // of 800 USD
    expect(output).to.equal(800_000_000n - 1_169_000n - 1_220_000n);
    expect(minimum).to.equal((output * 99n) / 100n);
    const same = priceInput(1_000_000n, { ...MARKET, sameAsset: true }, PLAIN);
    expect(same.fees.relayerService).to.equal(80_000n + 20_000n);
  });

  it("applications get their share of the input's worth, rounded down, beside the service's own fee", () => {
    const appFees = [
      { recipient: RECIPIENT, bps: 25 },
      { recipient: RECIPIENT, bps: 10 },
    ];
    const { fees, output } = priceInput(1_000_000n, MARKET, { ...PLAIN, appFees });
    expect(fees.app).to.equal(2_000_000n + 800_000n);
    expect(fees.relayerService).to.equal(1_220_000n);
    expect(output).to.equal(priceInput(1_000_000n, MARKET, PLAIN).output - 2_800_000n);
  });

  it("dollars are counted to 10^-8, rounded down", () => {
    expect(usdValue(1n, BTC)).to.equal(80_000n);
    expect(usdValue(999n, ETH)).to.equal(0n);
  });
});

describe("the costs of a route", () => {
  const native: Currency = {
    ...BITCOIN,
    kind: "native",
    chainId: 1,
    address: `0x${"0".repeat(40)}`,
    symbol: "ETH",
    decimals: 18,
  };
  const token: Currency = { ...native, kind: "token", address: RECIPIENT, symbol: "USDC", decimals: 6 };
  const evm = { coin: ETH, perUnit: 1n, data: { perKb: 0n, inGas: false } }; // costs in wei are then gas
  const bitcoin = { coin: BTC, perUnit: 1_000n, data: { perKb: 0n, inGas: false } }; // costs in sats are then virtual bytes
  const units = (route: Route) => {
    const prices = (currency: Currency) => (currency.kind === "bitcoin" ? bitcoin : evm);
    const { relayerCosts } = routeCosts(route, prices(route.origin), prices(route.destination));
    return relayerCosts.reduce((total, { amount }) => total + amount, 0n);
  };

  it("a deposit address costs about 33,000 gas more for a native coin and 70,000 for a token (4.4, 8)", () => {
    const extra = (origin: Currency) =>
      units({ origin, destination: native, method: "deposit-address" }) -
      units({ origin, destination: native, method: "depository" });
    expect([extra(native), extra(token)]).to.deep.equal([33_000n, 70_000n]);
    const fromBitcoin = (destination: Currency) =>
      units({ origin: BITCOIN, destination, method: "deposit-address" }) -
      units({ origin: BITCOIN, destination, method: "psbt" });
    expect([fromBitcoin(native), fromBitcoin(token)]).to.deep.equal([33_000n, 70_000n]);
  });

  it("calls cost what they were measured to use, a desk swap and a send nothing", () => {
    const route = { origin: token, destination: native, method: "depository" } as const;
    expect(units({ ...route, fillGas: 123_456n })).to.equal(123_456n);
    expect(units({ ...route, method: "desk" })).to.equal(0n);
    expect(units({ ...route, method: "direct" })).to.equal(0n);
  });

  it("data is paid for once: on top of gas, or where it is charged as gas, with what a trial has used", () => {
    const fill = (inGas: boolean, fillGas?: bigint) => {
      const there = { ...evm, data: { perKb: 1_000_000n, inGas } };
      const route: Route = {
        origin: BITCOIN,
        destination: native,
        method: "psbt",
        ...(fillGas && { fillGas }),
      };
      const { relayerCosts } = routeCosts(route, bitcoin, there);
      return relayerCosts.find(({ what }) => what === "fill")?.amount;
    };
    const data = 120n * 1_000n; // bytes of a transfer
    expect(fill(false)).to.equal(21_000n + data);
    expect(fill(false, 100_000n)).to.equal(100_000n + data);
    expect(fill(true), "before a trial").to.equal(21_000n + data);
    expect(fill(true, 141_000n), "which has the data").to.equal(141_000n);
  });

  it("a payment on Bitcoin costs its virtual bytes, and a deposit of bitcoin its sweep", () => {
    expect(units({ origin: token, destination: BITCOIN, method: "depository" })).to.equal(141n);
    expect(units({ origin: BITCOIN, destination: native, method: "psbt" })).to.equal(21_000n + 191n);
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
