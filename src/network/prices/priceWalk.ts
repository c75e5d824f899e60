import { createHash } from "node:crypto";
import { MINUTE_MS, type Instant } from "../../values/time.ts";
import { PriceUnknown, type PriceSource } from "./priceSource.ts";
import type { UsdPrice } from "./usdPrice.ts";

/** Prices for the networks where nothing is worth anything: a base, and how wide it walks (1 is a volatile coin). */
const BASES: Readonly<Record<string, Readonly<{ base: UsdPrice; calm: bigint }>>> = {
  BTC: { base: 80_000_00000000n, calm: 1n },
  ETH: { base: 3_000_00000000n, calm: 1n },
  USDC: { base: 1_00000000n, calm: 200n },
  USDT: { base: 1_00000000n, calm: 150n },
};

const ONE = 1_000_000_000_000n; // a deviation of 100 %
const FINEST_STEP = 390_000_000n; // amplitude of the 1-minute octave, in parts of ONE: makes 0.05 % a minute in all
const OCTAVES = 15; // from 1 minute to 2^14 minutes (11 days); together never further than 20 % from the base

/** The simulation as a price source; it is never stale, and throws PriceUnknown for a coin that it does not know. */
export function walkPrices(seed: string): PriceSource {
  const last = new Map<string, Readonly<{ at: Instant; price: UsdPrice }>>(); // many quotes ask for one moment
  return {
    async price(symbol, at) {
      const known = last.get(symbol);
      const price = known?.at === at ? known.price : priceAt(seed, symbol, at);
      if (price === undefined) throw new PriceUnknown(`No source gives a price of ${symbol}.`);
      last.set(symbol, { at, price });
      return price;
    },
  };
}

/**
 * The price of a coin at a moment: a pure function of seed and time, so it is continuous across restarts.
 * It is a sum of seeded noises, each twice as slow as the one before and wider by the root of two, which
 * moves like a random walk (0.05 % standard deviation a minute) but stays within 20 % of its base.
 * Undefined for an unknown coin.
 */
export function priceAt(seed: string, coinSymbol: string, at: Instant): UsdPrice | undefined {
  const symbol = coinSymbol === "WETH" ? "ETH" : coinSymbol; // its contract gives one for one
  const coin = Object.hasOwn(BASES, symbol) ? BASES[symbol] : undefined;
  if (!coin) return undefined;
  let deviation = 0n;
  for (let octave = 0; octave < OCTAVES; octave++) {
    deviation += (noise(seed, symbol, octave, at) * amplitude(octave)) / ONE;
  }
  return coin.base + (coin.base * deviation) / (ONE * coin.calm);
}

/** FINEST_STEP * sqrt(2)^octave: sqrt(2) as 1.41421356 for the odd ones. */
function amplitude(octave: number): bigint {
  const doubled = FINEST_STEP << BigInt(Math.floor(octave / 2));
  return octave % 2 === 0 ? doubled : (doubled * 141_421_356n) / 100_000_000n;
}

/** Values from -ONE to ONE on a lattice of 2^octave minutes, joined by straight lines. */
function noise(seed: string, symbol: string, octave: number, at: Instant): bigint {
  const period = MINUTE_MS * 2 ** octave;
  const cell = Math.floor(at / period);
  const left = lattice(seed, symbol, octave, cell);
  const right = lattice(seed, symbol, octave, cell + 1);
  const into = BigInt(Math.floor(at - cell * period));
  return left + ((right - left) * into) / BigInt(period);
}

function lattice(seed: string, symbol: string, octave: number, cell: number): bigint {
  const digest = createHash("sha256").update(`${seed}/${symbol}/${octave}/${cell}`).digest();
  return (digest.readBigUInt64BE(0) * 2n * ONE) / 2n ** 64n - ONE;
}
