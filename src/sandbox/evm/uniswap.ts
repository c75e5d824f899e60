import { createRequire } from "node:module";
import { concat, encodeAbiParameters, encodeFunctionData, parseAbi, type Hex } from "viem";
import { z } from "zod";
import { ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import { create2Address, DEPLOYMENT_SALT, DETERMINISTIC_DEPLOYER } from "../../evm/codec/deployment.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { swapRouterAbi } from "../../evm/codec/uniswapV3.ts";
import type { PoolContracts } from "../../network/pools/poolContracts.ts";

/**
 * Real pools on a chain for development: the published contracts of Uniswap v3. Their packages are for development only, because
 * their licences (GPL-2.0-or-later since April 2023) are not ours: where they are not installed there are no pools.
 */

/** What sends transactions of one account; `send` resolves once the transaction is in a block, and throws when it reverts. */
export type Sender = Readonly<{
  address: EvmAddress;
  send(call: Readonly<{ to: EvmAddress; data: Hex; value?: bigint }>): Promise<unknown>;
  hasCode(address: EvmAddress): Promise<boolean>;
}>;

/** A pool to be made: how much of two tokens lies in it, which is also its price, over all prices. */
export type PoolPlan = Readonly<{
  tokens: readonly [
    Readonly<{ address: EvmAddress; amount: bigint }>,
    Readonly<{ address: EvmAddress; amount: bigint }>,
  ];
  fee: keyof typeof WIDEST_TICK;
}>;

/** The contracts for swaps, and the one that holds liquidity. */
export type Uniswap = PoolContracts & Readonly<{ positions: EvmAddress }>;

/** The last tick of the whole range that each fee tier allows. */
const WIDEST_TICK = { 500: 887_270, 3000: 887_220, 10000: 887_200 } as const;

const positionsAbi = parseAbi([
  "struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }",
  "function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)",
  "function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)",
]);

const CORE = "@uniswap/v3-core/artifacts/contracts";
const PERIPHERY = "@uniswap/v3-periphery/artifacts/contracts";
/** The gas limit of every transaction: an estimate is too low when the block's time lets a pool write more. */
export const POOL_GAS = 10_000_000n;
const NO_DEADLINE = 2n ** 64n - 1n;
const NO_DESCRIPTOR = ZERO_ADDRESS; // pictures of positions, which are not needed
const ANY_AMOUNT = 2n ** 256n - 1n;
const MOST_TRADED = 2n ** 120n; // the price limit ends the trade before

const artifactSchema = z.object({
  bytecode: z.custom<Hex>((value) => typeof value === "string" && /^0x([0-9a-f]{2})+$/.test(value)),
});

/** Deploys the contracts that are not there yet, at addresses that depend on nothing else. Undefined where the packages are not installed. */
export async function deployUniswap(sender: Sender, wrapped: EvmAddress): Promise<Uniswap | undefined> {
  const codes = readCodes();
  if (!codes) return undefined;
  const address = { type: "address" } as const;
  const deploy = async (code: Hex, ...args: readonly EvmAddress[]) => {
    const initCode = concat([
      code,
      encodeAbiParameters(
        args.map(() => address),
        args,
      ),
    ]);
    const at = create2Address(DETERMINISTIC_DEPLOYER, DEPLOYMENT_SALT, initCode);
    if (!(await sender.hasCode(at)))
      await sender.send({ to: DETERMINISTIC_DEPLOYER, data: concat([DEPLOYMENT_SALT, initCode]) });
    return at;
  };
  const factory = await deploy(codes.factory);
  return {
    factory,
    router: await deploy(codes.router, factory, wrapped),
    quoter: await deploy(codes.quoter, factory, wrapped),
    positions: await deploy(codes.positions, factory, wrapped, NO_DESCRIPTOR),
  };
}

/** Makes a pool, or adds to it; the sender must hold both tokens. */
export async function fundPool(sender: Sender, { positions }: Uniswap, plan: PoolPlan): Promise<void> {
  const { first, second, fee, root } = orderOf(plan);
  for (const { address } of [first, second]) await allow(sender, address, positions);
  const call = (data: Hex) => sender.send({ to: positions, data });
  const pair = [first.address, second.address, fee] as const;
  const create = { abi: positionsAbi, functionName: "createAndInitializePoolIfNecessary" } as const;
  await call(encodeFunctionData({ ...create, args: [...pair, root] }));
  const position = {
    ...{ token0: first.address, token1: second.address, fee },
    ...{ tickLower: -WIDEST_TICK[fee], tickUpper: WIDEST_TICK[fee] },
    ...{ amount0Desired: first.amount, amount1Desired: second.amount, amount0Min: 0n, amount1Min: 0n },
    ...{ recipient: sender.address, deadline: NO_DEADLINE },
  };
  await call(encodeFunctionData({ abi: positionsAbi, functionName: "mint", args: [position] }));
}

/** Trades in a pool until its price is that of the plan's amounts; the sender must hold enough of the token that goes in. */
export async function movePrice(
  sender: Sender,
  { router }: Uniswap,
  plan: PoolPlan,
  now: bigint, // sqrtPriceX96 of the pool
): Promise<void> {
  const { first, second, fee, root } = orderOf(plan);
  if (now === root) return;
  const [from, to] = root > now ? [second, first] : [first, second];
  await allow(sender, from.address, router);
  const swap = {
    ...{ tokenIn: from.address, tokenOut: to.address, fee, recipient: sender.address, deadline: NO_DEADLINE },
    ...{ amountIn: MOST_TRADED, amountOutMinimum: 0n, sqrtPriceLimitX96: root },
  };
  const call = { abi: swapRouterAbi, functionName: "exactInputSingle", args: [swap] } as const;
  await sender.send({ to: router, data: encodeFunctionData(call) });
}

/** The tokens in the order in which the factory has them, and the price as pools keep it. */
function orderOf({ tokens: [a, b], fee }: PoolPlan) {
  const [first, second] = a.address < b.address ? [a, b] : [b, a];
  return { first, second, fee, root: squareRoot((second.amount * 2n ** 192n) / first.amount) };
}

/** The price of a plan as its pool keeps it (sqrtPriceX96). */
export function rootOf(plan: PoolPlan): bigint {
  return orderOf(plan).root;
}

async function allow(sender: Sender, token: EvmAddress, spender: EvmAddress): Promise<void> {
  const args = [spender, ANY_AMOUNT] as const;
  await sender.send({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
  });
}

function readCodes() {
  const require = createRequire(import.meta.url);
  const code = (path: string) => artifactSchema.parse(require(path)).bytecode;
  try {
    return {
      factory: code(`${CORE}/UniswapV3Factory.sol/UniswapV3Factory.json`),
      router: code(`${PERIPHERY}/SwapRouter.sol/SwapRouter.json`),
      quoter: code(`${PERIPHERY}/lens/QuoterV2.sol/QuoterV2.json`),
      positions: code(`${PERIPHERY}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`),
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** The square root, rounded down. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2)); // at least the root
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}
