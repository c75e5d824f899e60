import { createTestClient, encodeFunctionData, erc20Abi, http } from "viem";
import { poolAbi, poolFactoryAbi, poolQuoterAbi, swapRouterAbi } from "../../../src/evm/codec/uniswapV3.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import type { EvmChainConfig } from "../../../src/network/catalog.ts";
import type { PriceSource } from "../../../src/network/prices/priceSource.ts";
import {
  deployUniswap,
  fundPool,
  movePrice,
  POOL_GAS,
  type PoolPlan,
  type Sender,
  type Uniswap,
} from "../../../src/sandbox/evm/uniswap.ts";
import { startAuditedWorld, type AuditedWorld } from "../auditWorld.ts";
import type { EvmWorld } from "../evmWorld.ts";
import type { WorldChanges } from "../world.ts";

export const DOLLAR = 10n ** 6n;
export const ETHER = 10n ** 18n;
export const ETH_USD = 3_000n;

/** Prices that stand still, so that what pools do is all that moves. */
export type FixedPrices = PriceSource & { usd: Record<string, bigint> };

/** A world of two chains with pools of WETH and USDC on the second one: a deep one at 0.05 %, a shallow one at 0.3 %. */
export type PoolWorld = AuditedWorld &
  Readonly<{
    uniswap: Uniswap;
    prices: FixedPrices;
    pools: Pools;
    /** The chains as the service is told about them. */
    configs(): readonly EvmChainConfig[];
  }>;

/** What a test does to pools behind the service's back. */
export type Pools = Readonly<{
  /** Sells an amount of a token into a pool of a fee tier, as any stranger may. */
  sell(token: EvmAddress, amount: bigint, fee?: number): Promise<void>;
  /** Brings both pools back to the price that the price sources tell. */
  level(): Promise<void>;
  /** What QuoterV2 answers. */
  quote(from: EvmAddress, to: EvmAddress, amount: bigint, fee?: number): Promise<bigint>;
}>;

export function fixedPrices(): FixedPrices {
  const unit = 10n ** 8n;
  const usd: Record<string, bigint> = {
    ...{ BTC: 80_000n * unit, ETH: ETH_USD * unit, WETH: ETH_USD * unit, USDC: unit, USDT: unit },
  };
  return { usd, price: async (symbol) => usd[symbol] ?? 0n };
}

/** Starts it; the deep pool holds so many dollars on each side, the shallow one a hundredth. */
export async function startPoolWorld(changes: WorldChanges = {}, dollars = 20_000_000n): Promise<PoolWorld> {
  const prices = fixedPrices();
  const audited = await startAuditedWorld({ twoChains: true, priceSource: prices, ...changes });
  try {
    return await withPools(audited, prices, dollars);
  } catch (error) {
    await audited.close(); // a set-up that fails leaves nothing behind
    throw error;
  }
}

async function withPools(audited: AuditedWorld, prices: FixedPrices, dollars: bigint): Promise<PoolWorld> {
  const { world } = audited;
  const chain = world.other;
  const sender = senderOf(chain);
  const uniswap = await deployUniswap(sender, chain.weth);
  if (!uniswap) throw new Error("The packages of Uniswap v3 are not installed: run npm install.");
  const plans = [planOf(chain, 500, dollars), planOf(chain, 3000, dollars / 100n)];
  for (const plan of plans) {
    for (const { address, amount } of plan.tokens) await chain.mint(address, sender.address, 2n * amount);
    await fundPool(sender, uniswap, plan);
  }
  const evmChains = configs(world.evm, chain, uniswap, world);
  await world.restart({ evmChains });
  await world.tick(2);
  return {
    ...audited,
    uniswap,
    prices,
    pools: poolsOf(chain, sender, uniswap, plans),
    configs: () => evmChains,
  };
}

function configs(
  first: EvmWorld,
  second: EvmWorld,
  { factory, quoter, router }: Uniswap,
  { url }: Readonly<{ url: string }>,
): readonly EvmChainConfig[] {
  const base = url.slice(0, -"/base/path".length);
  return [
    first.config(`${base}/rpc/${first.id}`),
    { ...second.config(`${base}/rpc/${second.id}`), pools: { factory, quoter, router } },
  ];
}

function planOf(chain: EvmWorld, fee: PoolPlan["fee"], dollars: bigint): PoolPlan {
  const usdc = { address: chain.usdc, amount: dollars * DOLLAR };
  return { tokens: [usdc, { address: chain.weth, amount: (dollars * ETHER) / ETH_USD }], fee };
}

function senderOf({ client }: EvmWorld): Sender {
  const address = client.account.address.toLowerCase() as EvmAddress;
  return {
    address,
    async send({ to, data, value = 0n }) {
      const hash = await client.sendTransaction({ to, data, value, gas: POOL_GAS });
      const { status } = await client.waitForTransactionReceipt({ hash });
      if (status !== "success") throw new Error(`Transaction ${hash} was reverted.`);
    },
    hasCode: async (at) => (await client.getCode({ address: at })) !== undefined,
  };
}

function poolsOf(chain: EvmWorld, sender: Sender, uniswap: Uniswap, plans: readonly PoolPlan[]): Pools {
  const { factory, router, quoter } = uniswap;
  const rootOf = async (fee: number) => {
    const { client, usdc, weth } = chain;
    const args = [usdc, weth, fee] as const;
    const find = { address: factory, abi: poolFactoryAbi, functionName: "getPool", args } as const;
    const address = await client.readContract(find);
    const [root] = await client.readContract({ address, abi: poolAbi, functionName: "slot0" });
    return root;
  };
  const pair = (from: EvmAddress) => (from === chain.usdc ? chain.weth : chain.usdc);
  return {
    async sell(token, amount, fee = 500) {
      await chain.mint(token, sender.address, amount);
      const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [router, amount] });
      await sender.send({ to: token, data: approve });
      const params = {
        ...{ tokenIn: token, tokenOut: pair(token), fee, recipient: sender.address, amountIn: amount },
        ...{ deadline: 2n ** 64n - 1n, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
      };
      const call = { abi: swapRouterAbi, functionName: "exactInputSingle" } as const;
      await sender.send({ to: router, data: encodeFunctionData({ ...call, args: [params] }) });
    },
    async level() {
      for (const plan of plans) await movePrice(sender, uniswap, plan, await rootOf(plan.fee));
    },
    async quote(tokenIn, tokenOut, amountIn, fee = 500) {
      const args = [{ tokenIn, tokenOut, amountIn, fee, sqrtPriceLimitX96: 0n }] as const;
      const call = { address: quoter, abi: poolQuoterAbi, functionName: "quoteExactInputSingle" } as const;
      const { result } = await chain.client.simulateContract({ ...call, args });
      return result[0];
    },
  };
}

/** A client that may do what only anvil allows. */
export function testClient({ url }: EvmWorld) {
  return createTestClient({ mode: "anvil", transport: http(url) });
}
