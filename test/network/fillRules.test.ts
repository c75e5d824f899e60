import { expect } from "chai";
import fc from "fast-check";
import { requestOf } from "./requestOf.ts";
import { fillAmount, offerOf, fillRefusal, type Offer } from "../../src/network/fillRules.ts";
import { priceInput, priceOutput, type Coin, type Market } from "../../src/network/quote/pricing.ts";
import type { BridgeRequest, Deposit } from "../../src/network/request.ts";
import { runs } from "../support/sizes.ts";

const AT = 1_800_000_000_000;
const GWEI = 1_000_000_000n;
const USD = 100_000_000n; // in 10^-8 dollars
const COINS = { BTC: 8, ETH: 18, USDC: 6 } as const;
type Symbol = keyof typeof COINS;
const PAYABLE: Readonly<Record<Symbol, bigint>> = { BTC: 294n, ETH: 1n, USDC: 1n }; // smallest outputs that are paid out
const RUNS = { numRuns: runs(3_000), seed: 11 };

/** Where a coin is on the way from a quote to a fill: what it costs then, in cents. */
type Prices = Readonly<Record<Symbol, bigint>>;

const QUOTED: Prices = { BTC: 8_000_000n, ETH: 300_000n, USDC: 100n };

const coin = (symbol: Symbol, prices: Prices): Coin => ({
  usd: (prices[symbol] * USD) / 100n,
  decimals: COINS[symbol],
});

/** A market with the gas of an ether fill and of a bitcoin sweep: flat fees, which do not grow with the amount. */
function marketOf(from: Symbol, to: Symbol, prices: Prices, gas = 100n): Market {
  const ether = coin("ETH", prices);
  return {
    ...{ input: coin(from, prices), output: coin(to, prices), sameAsset: from === to },
    relayerCosts: [
      { what: "fill", coin: ether, amount: gas * 1_000n * GWEI },
      { what: "sweep", coin: coin("BTC", prices), amount: (gas * 5n) / 2n },
    ],
    payerCost: { what: "deposit", coin: ether, amount: 0n },
  };
}

type Terms = Readonly<{
  from: Symbol;
  to: Symbol;
  input: bigint;
  slippageBps: number;
  appBps: number;
  strict: boolean;
}>;

function quoted({ from, to, input, slippageBps, appBps, strict }: Terms): BridgeRequest {
  const appFees =
    appBps > 0 ? [{ recipient: "0x1111111111111111111111111111111111111111", bps: appBps }] : [];
  const price = priceInput(input, marketOf(from, to, QUOTED), { slippageBps, appFees });
  const floor = { input, output: price.minimum, flat: price.flat };
  return requestOf("0x01", { state: "pending", floor, promised: price.output, slippageBps, appFees, strict });
}

type Outcome = Readonly<{ paid: bigint; reason: string | undefined; offer: Offer }>;

/** What a deposit of this amount brings its recipient at the prices of its fill. */
function settle(
  terms: Terms,
  request: BridgeRequest,
  amount: bigint,
  prices: Prices,
  gas?: bigint, // in hundredths of what it was at the quote
): Outcome {
  const price = priceInput(amount, marketOf(terms.from, terms.to, prices, gas), request);
  const offer = offerOf(price, { payable: PAYABLE[terms.to], capacity: 10n ** 60n }, {});
  const { chainId, currency } = request.origin;
  const deposit: Deposit = {
    ...{ id: "a:0", txHash: "a", chainId, currency, sender: undefined },
    ...{ amount, height: 1, blockHash: "b" },
  };
  const arrived = { ...request, deposit };
  const paid = fillAmount(arrived, offer);
  return { paid, reason: fillRefusal(arrived, deposit, offer, paid, AT), offer };
}

const pairs: readonly (readonly [Symbol, Symbol, bigint])[] = [
  ["ETH", "USDC", 10n ** 16n], // about 30 dollars each
  ["BTC", "USDC", 37_500n],
  ["USDC", "BTC", 30_000_000n],
  ["BTC", "ETH", 37_500n],
  ["ETH", "ETH", 10n ** 16n],
];

const terms = fc
  .record({
    pair: fc.constantFrom(...pairs),
    times: fc.integer({ min: 1, max: 5_000 }), // of thirty dollars
    slippageBps: fc.constantFrom(0, 10, 50, 100, 300, 1_000),
    appBps: fc.constantFrom(0, 0, 25, 3_000),
    strict: fc.boolean(),
  })
  .map(({ pair: [from, to, unit], times, ...others }): Terms => ({
    ...{ from, to, input: unit * BigInt(times) },
    ...others,
  }));

const moved = (price: bigint) =>
  fc
    .integer({ min: 1_000, max: 40_000 })
    .map((tenThousandths) => (price * BigInt(tenThousandths)) / 10_000n + 1n);
const prices = fc.record({ BTC: moved(QUOTED.BTC), ETH: moved(QUOTED.ETH), USDC: fc.constant(QUOTED.USDC) });

/** A price within a hundredth of what it was. */
function nearby(price: bigint) {
  return fc.integer({ min: 9_900, max: 10_100 }).map((parts) => (price * BigInt(parts)) / 10_000n);
}

const shares = fc.oneof(
  fc.constantFrom("exact", "one more", "one less", "half", "double"),
  fc.integer({ min: 1, max: 50_000 }), // ten-thousandths
);
function amountOf(input: bigint, share: string | number): bigint {
  if (typeof share === "number") return (input * BigInt(share)) / 10_000n + 1n;
  const named: Record<string, bigint> = {
    exact: input,
    "one more": input + 1n,
    "one less": input - 1n,
    half: input / 2n,
    double: input * 2n,
  };
  return named[share] ?? 0n;
}

describe("what a deposit is filled with", () => {
  it("is never less than the quoted minimum at its rate, whatever came and however the price has moved [rule-2]", () => {
    fc.assert(
      fc.property(terms, shares, prices, (asked, share, later) => {
        const request = quoted(asked);
        const { input, output: minimum, flat } = request.floor ?? { input: 1n, output: 0n, flat: 0n };
        const amount = amountOf(asked.input, share);
        const { paid, reason } = settle(asked, request, amount, later);
        if (reason !== undefined) return;
        expect((paid + flat) * input >= (minimum + flat) * amount, "flat fees are charged whole").to.equal(
          true,
        );
        if (amount >= input) expect(paid * input >= minimum * amount, "in proportion").to.equal(true);
      }),
      RUNS,
    );
  });

  const small = fc.record({
    pair: fc.constantFrom(...pairs),
    percent: fc.integer({ min: 100, max: 400 }), // of the smallest amount that is quoted
    slippageBps: fc.constantFrom(0, 50, 100),
    prices: fc.record({ BTC: nearby(QUOTED.BTC), ETH: nearby(QUOTED.ETH), USDC: fc.constant(QUOTED.USDC) }),
    gas: fc.integer({ min: 80, max: 125 }).map(BigInt),
  });

  it("fills every amount that was quoted, from the smallest on, while the minimum can be kept", () => {
    fc.assert(
      fc.property(small, ({ pair: [from, to], percent, slippageBps, prices: later, gas }) => {
        const smallest = priceOutput(PAYABLE[to], marketOf(from, to, QUOTED), { slippageBps, appFees: [] });
        const input = (smallest.input * BigInt(percent)) / 100n;
        const asked = { from, to, input, slippageBps, appBps: 0, strict: false };
        const request = quoted(asked);
        const { paid, reason, offer } = settle(asked, request, input, later, gas);
        const least = request.floor?.output ?? 0n;
        const borne = least >= PAYABLE[to] ? offer.fee : 0n; // else the minimum itself could not be paid out
        const needed = least > PAYABLE[to] ? least : PAYABLE[to];
        if (offer.output + borne < needed) expect(reason).to.not.equal(undefined);
        else expect([reason, paid >= needed]).to.deep.equal([undefined, true]);
      }),
      RUNS,
    );
  });

  it("fills every further deposit that could be quoted at that moment", () => {
    fc.assert(
      fc.property(small, ({ pair: [from, to], percent, slippageBps, prices: later, gas }) => {
        const market = marketOf(from, to, later, gas);
        const smallest = priceOutput(PAYABLE[to], market, { slippageBps, appFees: [] });
        const input = (smallest.input * BigInt(percent)) / 100n;
        const asked = { from, to, input, slippageBps, appBps: 0, strict: false };
        const child = { ...quoted(asked), floor: undefined };
        expect(settle(asked, child, input, later, gas).reason).to.equal(undefined);
        const { reason } = settle(asked, child, smallest.input / 2n, later, gas);
        expect(reason).to.equal("DEPOSITED_AMOUNT_TOO_LOW_TO_FILL");
      }),
      RUNS,
    );
  });

  it("never costs the service more than its own fee", () => {
    fc.assert(
      fc.property(terms, shares, prices, (asked, share, later) => {
        const { paid, reason, offer } = settle(asked, quoted(asked), amountOf(asked.input, share), later);
        if (reason === undefined) expect(paid <= offer.output + offer.fee).to.equal(true);
      }),
      RUNS,
    );
  });

  it("is everything that the prices give while they stay as they were, one unit more or less, half or double", () => {
    const open = { slippageBps: 100, appBps: 0, strict: false } as const;
    for (const [from, to, unit] of pairs)
      for (const share of ["exact", "one more", "one less", "half", "double"]) {
        const asked = { ...open, from, to, input: unit * 3n };
        const { paid, reason, offer } = settle(asked, quoted(asked), amountOf(asked.input, share), QUOTED);
        expect([from, to, share, reason]).to.deep.equal([from, to, share, undefined]);
        expect(paid).to.equal(offer.output);
      }
  });

  it("is nothing once the price has fallen by a third: each of these goes back, from an open and a strict address", () => {
    const fallen = { ...QUOTED, ETH: 200_000n };
    for (const strict of [false, true])
      for (const share of ["exact", "one more", "one less", "half", "double", 6_000]) {
        const asked = {
          from: "ETH",
          to: "USDC",
          input: 10n ** 16n,
          slippageBps: 100,
          appBps: 0,
          strict,
        } as const;
        const { reason } = settle(asked, quoted(asked), amountOf(asked.input, share), fallen);
        expect(reason, `${share} strict ${strict}`).to.be.oneOf([
          "SLIPPAGE",
          "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL",
        ]);
      }
  });

  it("fills any part of a quote whose price has not moved", () => {
    for (const [from, to, unit] of pairs)
      for (const slippageBps of [10, 100])
        for (const share of [1_000, 3_000, 4_000, 7_500, 9_990]) {
          const asked = { ...{ from, to, input: unit * 5n }, slippageBps, appBps: 0, strict: false };
          const { reason } = settle(asked, quoted(asked), amountOf(asked.input, share), QUOTED);
          expect(reason, `${from} ${to} ${share} ${slippageBps}`).to.equal(undefined);
        }
  });

  it("a share for the application is not taken for a fee that eats the deposit", () => {
    const asked = {
      from: "ETH",
      to: "USDC",
      input: 10n ** 18n,
      slippageBps: 100,
      appBps: 3_000,
      strict: false,
    } as const;
    for (const share of ["one more", "one less", "double"])
      expect(settle(asked, quoted(asked), amountOf(asked.input, share), QUOTED).reason, share).to.equal(
        undefined,
      );
  });
});
