import { divCeil, divFloor, min, sum } from "../../values/amount.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { isToken, keyOf, type Currency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import type { Route } from "../quote/costs.ts";
import {
  atLeast,
  convert,
  feesTogether,
  priceInput,
  type Coin,
  type Conditions,
  type Fees,
  type Market,
  type PoolSwaps,
  type Price,
} from "../quote/pricing.ts";
import { divide, selections } from "./plan.ts";
import type { Pool, PoolReader } from "./poolReader.ts";

/** What a deposit is worth, and what the service can give of a currency of the destination's chain. */
export type SwapQuestion = Readonly<{
  route: Route;
  input: bigint; // smallest units of the origin
  conditions: Conditions;
  capacityOf: (currency: Currency) => Promise<bigint>;
  fillGas?: bigint; // of the fill, where it was found to be more than SWAP_GAS
}>;

type Parts = Pick<NetworkParts, "catalog" | "evm" | "market" | "log">;

/** The gas of a fill through one pool, and of each further pool, about. */
export const SWAP_GAS = 330_000n;
const FURTHER_POOL_GAS = 120_000n;

/** The gas of a fill through these pools, about. */
export function gasOfSwaps({ swaps }: Pick<PoolSwaps, "swaps">): bigint {
  return SWAP_GAS + FURTHER_POOL_GAS * BigInt(swaps.length - 1);
}

/**
 * A pool counts only while its own price is within so many basis points of the price sources': one pool's price alone is not
 * trusted, because it can be moved for a moment.
 */
export const MOST_DISAGREEMENT_BPS = 200n;

const PARTS = 8; // equal parts that are divided among pools and own coins
const MOST_POOLS = 3; // of one pair of tokens: those that bring most

/**
 * The best price of a deposit whose fill goes through pools, alone or beside the service's own coins; undefined where no pool
 * can serve it. The service gives a coin of the destination's chain (at the fee of the same coin, where it is the one that was
 * deposited), and pools change it into the destination's. Throws HttpFailure when the chain gave no answer, PriceUnavailable.
 */
export async function swapPrice(parts: Parts, question: SwapQuestion): Promise<Price | undefined> {
  const { destination } = question.route;
  const reader = parts.evm.get(destination.chainId)?.pools;
  if (!reader) return undefined;
  const found = await Promise.all(
    parts.catalog
      .currencies(destination.chainId)
      .filter((from) => from.address !== destination.address)
      .map((from) => priceFrom(parts, reader, question, from)),
  );
  return found.reduce(
    (best, price) => (price && (!best || price.output > best.output) ? price : best),
    undefined,
  );
}

/** The price that brings the user more: from the service's own coins as far as it has them, or through pools. */
export function better(own: Price, swapped: Price | undefined, capacity: bigint): Price {
  if (!swapped) return own;
  return own.output > capacity || swapped.output > own.output ? swapped : own;
}

/** The best price with swaps from one currency of the service. */
async function priceFrom(
  parts: Parts,
  reader: PoolReader,
  question: SwapQuestion,
  from: Currency,
): Promise<Price | undefined> {
  const { route, input, conditions, capacityOf } = question;
  const { destination } = route;
  const pools = await usablePools(parts, reader, from, destination);
  if (pools.length === 0) return undefined;
  const priced = async (to: Currency, fillGas: bigint) => {
    const market = await parts.market.market({ ...route, destination: to, fillGas });
    return { market, price: priceInput(input, market, conditions) };
  };
  const gas = question.fillGas ?? SWAP_GAS;
  const [whole, own, dearer] = await Promise.all([
    priced(from, gas),
    priced(destination, gas),
    priced(destination, gas + FURTHER_POOL_GAS),
  ]);
  const [budget, ownOutput] = [whole.price.output, own.price.output];
  if (budget <= 0n || ownOutput <= 0n) return undefined;
  const most = (held: bigint, all: bigint) => Number(min(BigInt(PARTS), (held * BigInt(PARTS)) / all)); // parts
  const [inParts, ownParts] = [
    most(await capacityOf(from), budget),
    most(await capacityOf(destination), ownOutput),
  ];
  const tables = await Promise.all(
    pools.map(async (pool) => {
      const amounts = Array.from({ length: inParts }, (_, index) => share(budget, index + 1));
      const brings = await reader.quotes(pool, amounts);
      const end = brings.indexOf(undefined);
      return { key: pool, brings: (end < 0 ? brings : brings.slice(0, end)).flatMap((one) => one ?? []) };
    }),
  );
  const further = ownOutput - dearer.price.output; // what the gas of a further pool costs
  let best: Readonly<{ shares: ReadonlyMap<Pool, number>; parts: number; total: bigint }> | undefined;
  const first = (brings: readonly bigint[]) => brings[0] ?? 0n;
  const byWorth = tables.toSorted((a, b) => (first(a.brings) < first(b.brings) ? 1 : -1));
  for (const chosen of selections(byWorth.slice(0, MOST_POOLS)))
    for (let parts = Math.max(1, PARTS - ownParts); parts <= inParts; parts++) {
      const division = divide(chosen, parts);
      if (!division) break;
      const cost = further * BigInt(chosen.length - 1);
      const total = division.total + share(ownOutput, PARTS - parts) - cost;
      if (!best || total > best.total) best = { shares: division.shares, parts, total };
    }
  if (!best) return undefined;
  const extra = question.fillGas === undefined ? FURTHER_POOL_GAS * BigInt(best.shares.size - 1) : 0n;
  const [full, rest] =
    extra === 0n
      ? [whole, own]
      : await Promise.all([priced(from, gas + extra), priced(destination, gas + extra)]);
  const spends = share(full.price.output, best.parts);
  const swaps = await exactSwaps(reader, best.shares, best.parts, spends);
  if (!swaps) return undefined;
  const brings = sum(swaps.map(({ expected }) => expected));
  const output = brings + share(rest.price.output, PARTS - best.parts);
  const fees = mixed(full, rest, best.parts);
  const { input: coinIn, output: coinOut } = rest.market;
  const impact = convert(input, coinIn, coinOut, divFloor) - feesTogether(fees.fees) - output;
  return {
    input,
    output,
    minimum: atLeast(output, conditions.slippageBps),
    ...fees,
    swap: { from: keyOf(from), spends, brings, impact, swaps },
  };
}

/** The pools of a pair with a price that agrees with the price sources, those that bring most first. */
async function usablePools(
  parts: Parts,
  reader: PoolReader,
  from: Currency,
  to: Currency,
): Promise<readonly Pool[]> {
  const [tokenIn, tokenOut] = [await tokenOf(reader, from), await tokenOf(reader, to)];
  if (tokenIn === tokenOut) return []; // a coin and its wrapped form are no pair
  const pools = await reader.find(tokenIn, tokenOut);
  if (pools.length === 0) return [];
  const { input, output } = await parts.market.market({ origin: from, destination: to, method: "direct" });
  const unit = 10n ** BigInt(from.decimals + 6); // a million coins: no digit of a cheap coin is lost
  const expected = convert(unit, input, output, divFloor);
  const judged = await Promise.all(
    pools.map(async (pool) => {
      const spot = await reader.spot(pool, unit);
      if (spot === undefined) return [];
      const off = spot > expected ? spot - expected : expected - spot;
      if (off * 10_000n <= expected * MOST_DISAGREEMENT_BPS) return [pool];
      parts.log.warn("network.pool_disagrees", {
        ...{ chain: to.chainId, pool: pool.address, from: from.symbol, to: to.symbol },
        offBps: Number((off * 10_000n) / expected), // basis points
      });
      return [];
    }),
  );
  return judged.flat();
}

/** The token by which pools know a currency. */
function tokenOf(reader: PoolReader, currency: Currency): Promise<EvmAddress> | EvmAddress {
  return isToken(currency) ? currency.address : reader.wrapped();
}

/** The swaps of a division with their exact amounts; undefined where a pool cannot serve its amount any more. */
async function exactSwaps(
  reader: PoolReader,
  shares: ReadonlyMap<Pool, number>,
  parts: number,
  spends: bigint,
) {
  let left = spends;
  let open = parts;
  const amounts = [...shares].map(([pool, mine]) => {
    const amountIn = (left * BigInt(mine)) / BigInt(open);
    left -= amountIn;
    open -= mine;
    return { pool, amountIn };
  });
  const swaps = await Promise.all(
    amounts.map(async ({ pool: { address, fee, ...pair }, amountIn }) => {
      const [expected] = await reader.quotes({ address, fee, ...pair }, [amountIn]);
      return expected === undefined ? [] : [{ pool: address, fee, amountIn, expected }];
    }),
  );
  const served = swaps.flat();
  return served.length === amounts.length ? served : undefined;
}

type Priced = Readonly<{ market: Market; price: Price }>;

/** The fees of a price that is made of parts of two, in units of the second one's output. */
function mixed(swapped: Priced, own: Priced, parts: number): Pick<Price, "fees" | "flat"> {
  const converted = (amount: bigint) => inUnits(amount, swapped.market.output, own.market.output);
  const mix = (one: bigint, other: bigint) => share(converted(one), parts) + share(other, PARTS - parts);
  const [a, b] = [swapped.price.fees, own.price.fees];
  const fees: Fees = {
    relayerGas: mix(a.relayerGas, b.relayerGas),
    relayerService: mix(a.relayerService, b.relayerService),
    app: mix(a.app, b.app),
    payerGas: b.payerGas,
  };
  return { fees, flat: mix(swapped.price.flat, own.price.flat) };
}

function inUnits(amount: bigint, from: Coin, to: Coin): bigint {
  return amount < 0n ? -convert(-amount, from, to, divCeil) : convert(amount, from, to, divCeil);
}

function share(amount: bigint, parts: number): bigint {
  return (amount * BigInt(parts)) / BigInt(PARTS);
}
