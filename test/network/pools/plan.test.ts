import { expect } from "chai";
import fc from "fast-check";
import type { Currency } from "../../../src/network/catalog.ts";
import { bestDivision, PARTS, partsOf, partsWithin } from "../../../src/network/pools/plan.ts";
import { rebalanceMove, type Holding } from "../../../src/network/pools/rebalancePlan.ts";

/** A pool of so much on both sides that keeps its product: what it brings for 1, 2, 3 … parts. */
function poolOf(key: string, depth: bigint, amount: bigint) {
  const brings = Array.from({ length: PARTS }, (_, index) => {
    const part = partsOf(amount, index + 1);
    return (depth * part) / (depth + part);
  });
  return { key, brings };
}

const NOWHERE_ELSE = { bring: (rest: number) => (rest === 0 ? 0n : undefined), furtherCost: 0n };

describe("the division of an amount among pools and own coins", () => {
  it("takes the deep pool for a small amount, and both for a large one", () => {
    const both = (amount: bigint) =>
      bestDivision([poolOf("deep", 1_000_000n, amount), poolOf("shallow", 250_000n, amount)], {
        ...NOWHERE_ELSE,
        furtherCost: 20n,
      });
    expect([...(both(1_000n)?.shares ?? [])]).to.deep.equal([["deep", 8]]);
    const large = both(400_000n)?.shares;
    expect(large?.get("deep")).to.be.greaterThan(large?.get("shallow") ?? 9);
    expect(large?.size).to.equal(2);
  });

  it("pays from own coins where the next part of a pool brings less", () => {
    const amount = 80_000n;
    const own = 72_000n; // for all of it
    const division = bestDivision([poolOf("one", 400_000n, amount)], {
      bring: (rest) => partsOf(own, rest),
      furtherCost: 0n,
    });
    expect(division?.parts).to.be.within(1, PARTS - 1);
    expect(Number(division?.total)).to.be.greaterThan(72_000);
  });

  it("never brings less than any other division of the same parts, but for what rounding takes", () => {
    const depth = fc.bigInt({ min: 1_000n, max: 10_000_000n });
    fc.assert(
      fc.property(depth, depth, fc.bigInt({ min: 1_000n, max: 5_000_000n }), (one, two, amount) => {
        const pools = [poolOf("one", one, amount), poolOf("two", two, amount)];
        const best = bestDivision(pools, NOWHERE_ELSE)?.total ?? 0n;
        for (let first = 0; first <= PARTS; first++) {
          const brings = [first, PARTS - first].map((parts, index) => pools[index]?.brings[parts - 1] ?? 0n);
          expect(best + BigInt(PARTS) >= (brings[0] ?? 0n) + (brings[1] ?? 0n)).to.equal(true);
        }
      }),
    );
  });

  it("is none where the pools take too little and there is nothing else", () => {
    const small = { key: "one", brings: [10n, 19n] };
    expect(bestDivision([small], NOWHERE_ELSE)).to.equal(undefined);
    expect(bestDivision([], NOWHERE_ELSE)).to.equal(undefined);
    expect(partsWithin(99n, 100n)).to.equal(7);
  });
});

describe("the swap that brings coins back within their bounds", () => {
  const coin = (symbol: string, decimals: number) =>
    ({ kind: "token", chainId: 1, address: `0x${symbol}`, symbol, decimals }) as Currency;
  const usdc = (held: bigint): Holding => ({
    ...{ currency: coin("USDC", 6), held: held * 10n ** 6n, usd: 10n ** 8n },
    bounds: { least: 20_000n * 10n ** 6n, most: 80_000n * 10n ** 6n },
  });
  const weth = (tenths: bigint): Holding => ({
    ...{ currency: coin("WETH", 18), held: tenths * 10n ** 17n, usd: 3_000n * 10n ** 8n },
    bounds: { least: 5n * 10n ** 18n, most: 25n * 10n ** 18n },
  });
  const moved = (holdings: readonly Holding[], most = 10n ** 15n) => {
    const move = rebalanceMove(holdings, most);
    return move && [move.from.symbol, move.to.symbol, move.amount];
  };

  it("is none while every coin is within", () => {
    expect(moved([usdc(30_000n), weth(200n)])).to.equal(undefined);
  });

  it("fills a coin below its least up to the middle, from what the other has above its own", () => {
    expect(moved([usdc(79_000n), weth(20n)])).to.deep.equal(["USDC", "WETH", 29_000n * 10n ** 6n]);
    expect(moved([usdc(15_000n), weth(240n)])).to.deep.equal(["WETH", "USDC", 9n * 10n ** 18n]);
  });

  it("brings a coin above its most down to the middle, and never moves more than the limit", () => {
    expect(moved([usdc(90_000n), weth(100n)])).to.deep.equal(["USDC", "WETH", 15_000n * 10n ** 6n]);
    expect(moved([usdc(90_000n), weth(100n)], 1_000n * 10n ** 8n)).to.deep.equal([
      ...["USDC", "WETH", 1_000n * 10n ** 6n],
    ]);
  });

  it("is none where there is nothing to take from, or nothing to put it into", () => {
    expect(moved([usdc(10_000n), weth(100n)])).to.equal(undefined);
    expect(moved([usdc(90_000n)])).to.equal(undefined);
    expect(moved([])).to.equal(undefined);
  });
});
