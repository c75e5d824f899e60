import { parseAbi, type Hex, type PublicClient } from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { poolFactoryAbi, swapRouterAbi } from "../../evm/codec/uniswapV3.ts";
import { asking, orNothing } from "../chains/asking.ts";
import type { TokenConfig } from "../catalog.ts";
import type { PoolContracts } from "./poolContracts.ts";

const SWAP_SELECTOR = "414bf389"; // exactInputSingle with a deadline, which SwapRouter02 has not
const QUOTE_SELECTOR = "c6a5026a"; // quoteExactInputSingle of QuoterV2: the first Quoter takes no struct
const KNOWN_FEE = 3_000; // every factory has this tier from its beginning

const periphery = parseAbi([
  "function factory() view returns (address)",
  "function WETH9() view returns (address)",
]);

/** What the contracts' own answers prove wrong about their setting, in sentences. */
export type PoolFindings = Readonly<{ wrong: readonly string[]; odd: readonly string[] }>;

/**
 * Compares the setting of a chain's pools with what the contracts answer: money goes to the router, so it must be the one of
 * this factory. Throws HttpFailure when the chain gave no answer.
 */
export async function checkPools(
  rpc: PublicClient,
  chainId: number,
  pools: PoolContracts,
  tokens: readonly TokenConfig[],
): Promise<PoolFindings> {
  const name = `NETWORK_UNISWAP_V3_${chainId}`;
  const missing = (await Promise.all(Object.entries(pools).map(absent))).flat();
  if (missing.length > 0) return { wrong: missing, odd: [] };
  const { factory, quoter, router } = pools;
  const [spacing, ofQuoter, ofRouter, wrapped, quoted, routerCode, quoterCode] = await Promise.all([
    orNothing(chainId, () =>
      rpc.readContract({
        ...{ address: factory, abi: poolFactoryAbi, functionName: "feeAmountTickSpacing" },
        args: [KNOWN_FEE],
      }),
    ),
    orNothing(chainId, () => rpc.readContract({ address: quoter, abi: periphery, functionName: "factory" })),
    orNothing(chainId, () => rpc.readContract({ address: router, abi: periphery, functionName: "factory" })),
    orNothing(chainId, () =>
      rpc.readContract({ address: router, abi: swapRouterAbi, functionName: "WETH9" }),
    ),
    orNothing(chainId, () => rpc.readContract({ address: quoter, abi: periphery, functionName: "WETH9" })),
    code(router),
    code(quoter),
  ]);
  const wrong = [
    ...(spacing === undefined || spacing === 0 ? [`${name}: ${factory} is no Uniswap v3 factory.`] : []),
    ...(same(ofRouter, factory) ? [] : [foreign("router", router, ofRouter)]),
    ...(same(ofQuoter, factory) ? [] : [foreign("quoter", quoter, ofQuoter)]),
    ...(routerCode.includes(SWAP_SELECTOR)
      ? []
      : [
          `${name}: the router ${router} is not SwapRouter of v3-periphery (SwapRouter02 is another contract).`,
        ]),
    ...(quoterCode.includes(QUOTE_SELECTOR)
      ? []
      : [`${name}: the quoter ${quoter} is not QuoterV2 (the first Quoter is another contract).`]),
    ...(same(wrapped, quoted)
      ? []
      : [`${name}: the router wraps ${String(wrapped)}, the quoter ${String(quoted)}.`]),
  ];
  const ours = tokens.find(({ wrapsNative }) => wrapsNative);
  const odd =
    ours && !same(wrapped, ours.address)
      ? [
          `${name}: the router wraps the chain's coin as ${String(wrapped)}, and ${ours.symbol} is ${ours.address}: they are two coins here.`,
        ]
      : [];
  return { wrong, odd };

  async function absent([role, address]: [string, EvmAddress]): Promise<readonly string[]> {
    return (await code(address)) === "0x" ? [`${name}: there is no contract at the ${role} ${address}.`] : [];
  }

  function code(address: EvmAddress): Promise<Hex> {
    return asking(chainId, async () => (await rpc.getCode({ address })) ?? "0x");
  }

  function foreign(role: string, address: EvmAddress, told: string | undefined): string {
    const answer = told === undefined ? "has no factory" : `belongs to the factory ${told.toLowerCase()}`;
    return `${name}: the ${role} ${address} ${answer}, and the setting names ${factory}.`;
  }
}

function same(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a.toLowerCase() === b.toLowerCase();
}
