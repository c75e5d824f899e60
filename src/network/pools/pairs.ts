import { divFloor, sum } from "../../values/amount.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { MINUTE_MS, type Instant } from "../../values/time.ts";
import { isToken, keyOf, type Currency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import { convert, type PoolSwaps } from "../quote/pricing.ts";
import { partsOf, type Source } from "./plan.ts";
import type { Pool, PoolReader } from "./poolReader.ts";

/**
 * A pool counts only while its own price is within so many basis points of the price sources': one pool's price alone is not
 * trusted, because it can be moved for a moment.
 */
const MOST_DISAGREEMENT_BPS = 200n;

const TOLD_AGAIN_MS = 10 * MINUTE_MS;

/**
 * The pools that change one currency of a chain into another, and whose price agrees with the price sources. Throws HttpFailure
 * when the chain gave no answer, PriceUnavailable when a coin has no price.
 */
export async function usablePools(
  parts: Pick<NetworkParts, "clock" | "market" | "log">,
  reader: PoolReader,
  from: Currency,
  to: Currency,
): Promise<readonly Pool[]> {
  const [tokenIn, tokenOut] = await Promise.all([tokenOf(reader, from), tokenOf(reader, to)]);
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
      if (isNews(reader, pool, parts.clock()))
        parts.log.warn("network.pool_disagrees", {
          ...{ chain: to.chainId, pool: pool.address, from: from.symbol, to: to.symbol },
          offBps: Number((off * 10_000n) / expected), // basis points, not money
        });
      return [];
    }),
  );
  return judged.flat();
}

const toldAt = new WeakMap<PoolReader, Map<string, Instant>>();

/** True at most every ten minutes for a pool: an abandoned one may disagree for ever. */
function isNews(reader: PoolReader, { address }: Pool, now: Instant): boolean {
  const told = toldAt.get(reader) ?? new Map<string, Instant>();
  toldAt.set(reader, told);
  const last = told.get(address);
  if (last !== undefined && now >= last && now - last < TOLD_AGAIN_MS) return false;
  told.set(address, now);
  return true;
}

/** What each pool brings for the first parts of an amount, as many as `most` (see plan.ts). */
export function sourcesOf(
  reader: PoolReader,
  pools: readonly Pool[],
  amount: bigint,
  most: number,
): Promise<readonly Source<Pool>[]> {
  const amounts = Array.from({ length: most }, (_, index) => partsOf(amount, index + 1));
  return Promise.all(
    pools.map(async (pool) => {
      const answers = await reader.quotes(pool, amounts);
      const end = answers.indexOf(undefined);
      const served = end < 0 ? answers : answers.slice(0, end);
      return { key: pool, brings: served.flatMap((brings) => brings ?? []) };
    }),
  );
}

/** The swaps that spend an amount in these shares, as pools quote them; undefined where one cannot serve its share any more. */
export async function swapsOf(
  reader: PoolReader,
  from: Currency,
  spends: bigint,
  shares: ReadonlyMap<Pool, number>,
): Promise<Omit<PoolSwaps, "impact"> | undefined> {
  let left = spends;
  let open = [...shares.values()].reduce((total, mine) => total + mine, 0);
  const amounts = [...shares].map(([pool, mine]) => {
    const amountIn = (left * BigInt(mine)) / BigInt(open); // the last one gets all that is left
    left -= amountIn;
    open -= mine;
    return { pool, amountIn };
  });
  const quoted = await Promise.all(
    amounts.map(async ({ pool, amountIn }) => {
      const [expected] = await reader.quotes(pool, [amountIn]);
      return expected === undefined ? [] : [{ pool: pool.address, fee: pool.fee, amountIn, expected }];
    }),
  );
  const swaps = quoted.flat();
  if (swaps.length < amounts.length) return undefined;
  return { from: keyOf(from), spends, brings: sum(swaps.map(({ expected }) => expected)), swaps };
}

/** The token by which pools know a currency. */
async function tokenOf(reader: PoolReader, currency: Currency): Promise<EvmAddress> {
  return isToken(currency) ? currency.address : reader.wrapped();
}
