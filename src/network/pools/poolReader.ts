import { decodeFunctionResult, encodeFunctionData, type PublicClient } from "viem";
import { ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import {
  POOL_FEES,
  poolAbi,
  poolFactoryAbi,
  poolQuoterAbi,
  swapRouterAbi,
} from "../../evm/codec/uniswapV3.ts";
import { orNothing } from "../chains/asking.ts";
import type { PoolContracts } from "./poolContracts.ts";

/** A pool of two tokens, as it is seen by one who gives `from` for `to`. */
export type Pool = Readonly<{
  address: EvmAddress;
  fee: number; // millionths of what goes in
  from: EvmAddress;
  to: EvmAddress;
}>;

/** The pools of one chain. Every method throws HttpFailure when the chain gave no answer. */
export type PoolReader = Readonly<{
  contracts: PoolContracts;
  /** The token that the router wraps the chain's own coin into. */
  wrapped(): Promise<EvmAddress>;
  /** The pools of two tokens, one for each fee tier that has one. */
  find(from: EvmAddress, to: EvmAddress): Promise<readonly Pool[]>;
  /**
   * What `amount` of `from` is worth in a pool at its price of now, before its fee and without moving it, in smallest units of
   * `to`; undefined for a pool without a price.
   */
  spot(pool: Pool, amount: bigint): Promise<bigint | undefined>;
  /** What each amount would bring, fee and price impact deducted; undefined where the pool cannot serve it. */
  quotes(pool: Pool, amounts: readonly bigint[]): Promise<readonly (bigint | undefined)[]>;
}>;

const Q192 = 2n ** 192n; // the square of the scale of sqrtPriceX96

/** Reads the pools of a chain, after `checked` has found that the contracts are the right ones. */
export function createPoolReader(
  rpc: PublicClient,
  chainId: number,
  contracts: PoolContracts,
  checked: () => Promise<unknown>,
): PoolReader {
  const ask = async <T>(question: () => Promise<T>): Promise<T | undefined> => {
    await checked();
    return orNothing(chainId, question);
  };
  const { factory, quoter, router } = contracts;
  const known = new Map<string, EvmAddress>(); // a factory never changes a pool's address
  let wrapped: EvmAddress | undefined;
  const addressOf = async (from: EvmAddress, to: EvmAddress, fee: number) => {
    const key = `${[from, to].sort().join(" ")} ${fee}`;
    const before = known.get(key);
    if (before) return before;
    const call = { address: factory, abi: poolFactoryAbi, functionName: "getPool" } as const;
    const found = await ask(() => rpc.readContract({ ...call, args: [from, to, fee] }));
    if (found === undefined || found === ZERO_ADDRESS) return undefined;
    const address = found.toLowerCase() as EvmAddress; // the chain gives addresses only
    known.set(key, address);
    return address;
  };
  return {
    contracts,
    async wrapped() {
      wrapped ??= (
        await ask(() => rpc.readContract({ address: router, abi: swapRouterAbi, functionName: "WETH9" }))
      )?.toLowerCase() as EvmAddress | undefined;
      if (wrapped) return wrapped;
      throw new Error(`The router ${router} on chain ${chainId} does not say what it wraps coins into.`);
    },
    async find(from, to) {
      const pools = await Promise.all(
        POOL_FEES.map(async (fee) => ({ fee, address: await addressOf(from, to, fee) })),
      );
      return pools.flatMap(({ fee, address }) => (address ? [{ address, fee, from, to }] : []));
    },
    async spot({ address, from, to }, amount) {
      const slot = await ask(() => rpc.readContract({ address, abi: poolAbi, functionName: "slot0" }));
      const [root = 0n] = slot ?? [];
      if (root === 0n) return undefined;
      return from < to ? (amount * root * root) / Q192 : (amount * Q192) / (root * root);
    },
    quotes: ({ from, to, fee }, amounts) =>
      Promise.all(
        amounts.map((amountIn) =>
          ask(async () => {
            const args = [{ tokenIn: from, tokenOut: to, amountIn, fee, sqrtPriceLimitX96: 0n }] as const;
            const call = { abi: poolQuoterAbi, functionName: "quoteExactInputSingle" } as const;
            const { data = "0x" } = await rpc.call({
              to: quoter,
              data: encodeFunctionData({ ...call, args }),
            });
            return decodeFunctionResult({ ...call, data })[0];
          }),
        ),
      ),
  };
}
