import { divCeil, divFloor } from "../../values/amount.ts";
import type { Currency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import type { Route } from "../quote/costs.ts";
import {
  atLeast,
  convert,
  feesTogether,
  priceInput,
  worthOf,
  type Coin,
  type Conditions,
  type Market,
  type PoolSwaps,
  type Price,
} from "../quote/pricing.ts";
import { sourcesOf, swapsOf, usablePools } from "./pairs.ts";
import { bestDivision, PARTS, partsOf, partsWithin, type Division } from "./plan.ts";
import type { Pool, PoolReader } from "./poolReader.ts";

/** A deposit that is to be priced, and what the service can give of a currency of the destination's chain. */
export type SwapQuestion = Readonly<{
  route: Route;
  input: bigint; // smallest units of the origin
  conditions: Conditions;
  capacityOf: (currency: Currency) => Promise<bigint>;
  fillGas?: bigint; // of the fill, where it was found to be more than gasOfSwaps
}>;

type Parts = Pick<NetworkParts, "catalog" | "clock" | "evm" | "market" | "log">;

/** The gas of a fill through one pool, and of each further pool, about. */
const SWAP_GAS = 260_000n;
const FURTHER_POOL_GAS = 110_000n;

const MOST_IMPACT = { parts: 1n, of: 20n } as const; // of the worth

/** The gas of a fill through these pools, about. */
export function gasOfSwaps({ swaps }: Pick<PoolSwaps, "swaps">): bigint {
  return gasOfPools(swaps.length);
}

/**
 * The best price of a deposit whose fill goes through pools, alone or beside the service's own coins; undefined where no pool
 * can serve it. The service gives a coin of the destination's chain (at the fee of the same coin, where it is the one that was
 * deposited), and pools change it into the destination's. Throws HttpFailure when the chain gave no answer, PriceUnavailable
 * when a coin has no price.
 */
export async function swapPrice(parts: Parts, question: SwapQuestion): Promise<Price | undefined> {
  const { chainId, address } = question.route.destination;
  const reader = parts.evm.get(chainId)?.pools;
  if (!reader) return undefined;
  const others = parts.catalog.currencies(chainId).filter((from) => from.address !== address);
  const prices = await Promise.all(others.map((from) => priceFrom(parts, reader, question, from)));
  return prices.reduce(
    (best, price) => (price && (!best || price.output > best.output) ? price : best),
    undefined,
  );
}

/**
 * The price that brings the user more: from the service's own coins as far as it has them, or through pools, unless these take
 * too much.
 */
export function better(own: Price, swapped: Price | undefined, capacity: bigint): Price {
  if (!swapped || takesTooMuch(swapped)) return own;
  return own.output > capacity || swapped.output > own.output ? swapped : own;
}

/** True where swaps cost more than a twentieth of what the deposit is worth. */
export function takesTooMuch(price: Price): boolean {
  return (price.swap?.impact ?? 0n) * MOST_IMPACT.of > worthOf(price) * MOST_IMPACT.parts;
}

/** The best price with swaps from one currency of the service. */
async function priceFrom(
  parts: Parts,
  reader: PoolReader,
  question: SwapQuestion,
  from: Currency,
): Promise<Price | undefined> {
  const pools = await usablePools(parts, reader, from, question.route.destination);
  if (pools.length === 0) return undefined;
  const division = await divisionOf(parts, reader, question, from, pools);
  if (!division) return undefined;
  const { swapped, own } = await bothPrices(parts, question, from, division.shares.size);
  const spends = partsOf(swapped.price.output, division.parts);
  const swaps = await swapsOf(reader, from, spends, division.shares);
  if (!swaps) return undefined;
  const { input, conditions } = question;
  const output = swaps.brings + partsOf(own.price.output, PARTS - division.parts);
  const { fees, flat } = mixedFees(swapped, own, division.parts);
  const worth = convert(input, own.market.input, own.market.output, divFloor);
  const impact = worth - feesTogether(fees) - output;
  const minimum = atLeast(output, conditions.slippageBps);
  return { input, output, minimum, flat, fees, swap: { ...swaps, impact } };
}

/** How many parts of the deposit go through which pools; the rest is paid from the service's own coins. */
async function divisionOf(
  parts: Parts,
  reader: PoolReader,
  question: SwapQuestion,
  from: Currency,
  pools: readonly Pool[],
): Promise<Division<Pool> | undefined> {
  const { capacityOf, route } = question;
  const [one, two] = await Promise.all([
    bothPrices(parts, question, from, 1),
    bothPrices(parts, question, from, 2),
  ]);
  const [budget, own] = [one.swapped.price.output, one.own.price.output];
  if (budget <= 0n || own <= 0n) return undefined;
  const mostOwn = partsWithin(await capacityOf(route.destination), own);
  const most = partsWithin(await capacityOf(from), budget);
  return bestDivision(await sourcesOf(reader, pools, budget, most), {
    bring: (rest) => (rest <= mostOwn ? partsOf(own, rest) : undefined),
    furtherCost: own - two.own.price.output,
  });
}

type Priced = Readonly<{ market: Market; price: Price }>;

/** The deposit as a bridge to the coin that goes into so many pools, and to the destination itself, at the gas of that fill. */
async function bothPrices(
  { market }: Parts,
  { route, input, conditions, fillGas }: SwapQuestion,
  from: Currency,
  pools: number,
): Promise<Readonly<{ swapped: Priced; own: Priced }>> {
  const priced = async (destination: Currency) => {
    const seen = await market.market({ ...route, destination, fillGas: fillGas ?? gasOfPools(pools) });
    return { market: seen, price: priceInput(input, seen, conditions) };
  };
  const [swapped, own] = await Promise.all([priced(from), priced(route.destination)]);
  return { swapped, own };
}

/** The fees of a fill of which some parts go through pools, in destination units. */
function mixedFees(swapped: Priced, own: Priced, parts: number): Pick<Price, "fees" | "flat"> {
  const mix = (one: bigint, other: bigint) =>
    partsOf(inUnits(one, swapped.market.output, own.market.output), parts) + partsOf(other, PARTS - parts);
  const [one, other] = [swapped.price, own.price];
  const fees = {
    relayerGas: mix(one.fees.relayerGas, other.fees.relayerGas),
    relayerService: mix(one.fees.relayerService, other.fees.relayerService),
    app: mix(one.fees.app, other.fees.app),
    payerGas: other.fees.payerGas,
    ...(one.fees.sponsored !== undefined && {
      sponsored: mix(one.fees.sponsored, other.fees.sponsored ?? 0n),
    }),
  };
  return { fees, flat: mix(one.flat, other.flat) };
}

function inUnits(amount: bigint, from: Coin, to: Coin): bigint {
  return amount < 0n ? -convert(-amount, from, to, divCeil) : convert(amount, from, to, divCeil);
}

function gasOfPools(pools: number): bigint {
  return SWAP_GAS + FURTHER_POOL_GAS * BigInt(pools - 1);
}
