import type { EvmAddress } from "../../evm/codec/address.ts";
import { poolAbi, poolFactoryAbi } from "../../evm/codec/uniswapV3.ts";
import type { PoolContracts } from "../../network/pools/poolContracts.ts";
import type { PriceSource } from "../../network/prices/priceSource.ts";
import type { Clock } from "../../values/time.ts";
import { deployerEvm } from "../accounts.ts";
import type { EvmChain } from "./evmChain.ts";
import { mined, signingClient } from "./evmClients.ts";
import { fund } from "./funding.ts";
import { tokenOf } from "./tokens.ts";
import {
  deployUniswap,
  fundPool,
  movePrice,
  POOL_GAS,
  rootOf,
  type PoolPlan,
  type Sender,
} from "./uniswap.ts";

/** The pools of a chain of the sandbox. */
export type SandboxPools = Readonly<{
  contracts: PoolContracts;
  /** Trades until their prices are those of now, as traders do on real chains; nothing while they are near. */
  level(): Promise<void>;
}>;

const ETHER = 10n ** 18n;
const DOLLAR = 10n ** 6n;

/** WETH and USDC: a deep pool with a low fee and a shallow one with a high fee. The sizes are dollars of each coin. */
const POOLS = [
  { fee: 500, dollars: 10_000_000n },
  { fee: 3000, dollars: 100_000n },
] as const;
const RESERVE = { native: 0n, tokens: { USDC: 12_000_000n * DOLLAR, WETH: 4_500n * ETHER } }; // of the account that trades
const NEAR_BPS = 50n; // of the price

/**
 * Deploys the contracts and makes the pools that are not there yet, at the prices of now. Undefined where the packages with the
 * contracts are not installed.
 */
export async function openPools(
  chain: EvmChain,
  prices: PriceSource,
  clock: Clock,
): Promise<SandboxPools | undefined> {
  const client = signingClient(chain, deployerEvm());
  const account = client.account.address.toLowerCase() as EvmAddress; // viem derives valid addresses only
  const sender: Sender = {
    address: account,
    send: async ({ to, data, value = 0n }) =>
      mined(client, await client.sendTransaction({ to, data, value, gas: POOL_GAS })),
    hasCode: async (address) => (await client.getCode({ address })) !== undefined,
  };
  const [usdc, weth] = [tokenOf("USDC").address, tokenOf("WETH").address];
  const uniswap = await deployUniswap(sender, weth);
  if (!uniswap) return undefined;
  const { factory, quoter, router } = uniswap;
  const planOf = async ({ fee, dollars }: (typeof POOLS)[number]): Promise<PoolPlan> => {
    const at = clock();
    const [dollar, ether] = await Promise.all([prices.price("USDC", at), prices.price("WETH", at)]);
    const coins = (dollars * ETHER * dollar) / ether;
    const tokens = [
      { address: usdc, amount: dollars * DOLLAR },
      { address: weth, amount: coins },
    ] as const;
    return { tokens, fee };
  };
  const priceIn = async (fee: number): Promise<bigint | undefined> => {
    const find = { address: factory, abi: poolFactoryAbi, functionName: "getPool" } as const;
    const address = await client.readContract({ ...find, args: [usdc, weth, fee] });
    if (BigInt(address) === 0n) return undefined;
    const [root] = await client.readContract({ address, abi: poolAbi, functionName: "slot0" });
    return root;
  };
  for (const pool of POOLS) {
    if ((await priceIn(pool.fee)) !== undefined) continue;
    await fund(chain, account, RESERVE);
    await fundPool(sender, uniswap, await planOf(pool));
  }
  return {
    contracts: { factory, quoter, router },
    async level() {
      for (const pool of POOLS) {
        const now = await priceIn(pool.fee);
        const plan = await planOf(pool);
        if (now === undefined || isNear(now, rootOf(plan))) continue;
        await fund(chain, account, RESERVE);
        await movePrice(sender, uniswap, plan, now);
      }
    },
  };
}

/** A price is the square of its root, so half of the difference. */
function isNear(root: bigint, wanted: bigint): boolean {
  const off = root > wanted ? root - wanted : wanted - root;
  return off * 20_000n <= wanted * NEAR_BPS;
}
