import { decodeEventLog } from "viem";
import { z } from "zod";
import { poolAbi } from "../../evm/codec/uniswapV3.ts";
import { divCeil, sum } from "../../values/amount.ts";
import type { EvmLog } from "../chains/evm.ts";
import type { CurrencyKey } from "../request.ts";
import type { PoolSwaps } from "../quote/pricing.ts";

const digits = z.string().regex(/^\d+$/).transform(BigInt);
const schema = z.object({
  from: z.string(),
  to: z.string(),
  spends: digits,
  expected: digits,
  poolFee: digits,
  pools: z.array(z.string()).min(1),
});
const orderSchema = z.object({ swap: schema });

/**
 * What a payment does at pools, as its row keeps it: it spends so much of one currency of its chain, of which the pools keep
 * `poolFee`, and about `expected` of another comes of it.
 */
export type StoredSwap = z.infer<typeof schema>;

/** The swaps of a payment, to be kept with it. */
export function storedSwap({ from, spends, brings, swaps }: PoolSwaps, to: CurrencyKey): StoredSwap {
  return {
    from: from.currency,
    to: to.currency,
    spends,
    expected: brings,
    poolFee: sum(swaps.map(({ amountIn, fee }) => divCeil(amountIn * BigInt(fee), 1_000_000n))),
    pools: swaps.map(({ pool }) => pool),
  };
}

/** The swaps that a payment was stored with; undefined for a payment without any. */
export function readStoredSwap(order: unknown): StoredSwap | undefined {
  return orderSchema.safeParse(order).data?.swap;
}

/**
 * What the swaps of a transaction brought, by its own logs: the first one of each pool, because a recipient may swap there too,
 * later in the same transaction. Undefined when a log is missing.
 */
export function broughtBy({ pools }: StoredSwap, logs: readonly EvmLog[]): bigint | undefined {
  const amounts = pools.map((pool) => {
    const own = logs.filter(({ address }) => address === pool).sort((a, b) => a.logIndex - b.logIndex);
    for (const { topics, data } of own) {
      const brought = readSwap(topics, data);
      if (brought !== undefined) return brought;
    }
    return undefined;
  });
  const known = amounts.flatMap((amount) => amount ?? []);
  return known.length === pools.length ? sum(known) : undefined;
}

function readSwap(topics: EvmLog["topics"], data: EvmLog["data"]): bigint | undefined {
  try {
    const [signature, ...others] = topics;
    if (signature === undefined) return undefined;
    const { args } = decodeEventLog({ abi: poolAbi, topics: [signature, ...others], data });
    return args.amount0 < 0n ? -args.amount0 : -args.amount1; // what a pool gives is below zero
  } catch {
    return undefined; // another event
  }
}
