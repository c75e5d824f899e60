import {
  BaseError,
  BlockNotFoundError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  RpcRequestError,
  type PublicClient,
} from "viem";
import type { EvmAddress } from "../../evm/address.ts";
import { erc20Abi } from "../../evm/erc20.ts";
import type { EvmChainConfig, TokenConfig } from "../catalog.ts";
import { asking, WrongChain, type EarlyBlock, type RecogniseChain } from "./asking.ts";

/**
 * A wrong RPC URL or wrong decimals would send wrong money, so the chain is asked before it is believed: for its id, for the
 * tokens, and whether it is the chain that the database belongs to. Throws WrongChain with everything that is wrong, and
 * another HttpFailure when the chain gave no answer.
 */
export async function checkEvmChain(
  rpc: PublicClient,
  config: EvmChainConfig,
  recognise: RecogniseChain | undefined,
): Promise<void> {
  const found = await asking(config.id, () => rpc.getChainId());
  if (found !== config.id)
    throw new WrongChain([
      `NETWORK_RPC_${config.id}: the RPC URL of chain ${config.id} leads to chain ${found}.`,
    ]);
  const checked = await Promise.all(config.tokens.map((token) => tokenProblem(rpc, config.id, token)));
  const problems = checked.flatMap((problem) => problem ?? []);
  if (problems.length > 0) throw new WrongChain(problems);
  if (!recognise) return;
  // Anvils begin with the same block, and pruned nodes may have nothing but that one: each is compared where it is told.
  const blocks = await Promise.all([0, 1].map((height) => earlyBlock(rpc, config.id, height)));
  const foreign = await recognise(
    config.id,
    blocks.flatMap((block) => block ?? []),
  );
  if (foreign !== undefined) throw new WrongChain([foreign]);
}

async function tokenProblem(
  rpc: PublicClient,
  chainId: number,
  { symbol, address, decimals: wanted }: TokenConfig,
): Promise<string | undefined> {
  const call = { address: address as EvmAddress, abi: erc20Abi, functionName: "decimals" } as const; // catalog.ts checks it
  const decimals = await asking(chainId, async () => {
    try {
      return await rpc.readContract(call);
    } catch (error) {
      if (isCause(error, ContractFunctionZeroDataError) || isCause(error, ContractFunctionRevertedError))
        return undefined;
      throw error;
    }
  });
  if (decimals === wanted) return undefined;
  if (decimals !== undefined)
    return `NETWORK_TOKENS_${chainId}: ${symbol} has ${decimals} decimals on chain ${chainId}, not ${wanted}.`;
  return `NETWORK_TOKENS_${chainId}: there is no token ${symbol} at ${address} on chain ${chainId}.`;
}

/** Undefined where there is no such block, or the node does not give it away. */
function earlyBlock(rpc: PublicClient, chainId: number, height: number): Promise<EarlyBlock | undefined> {
  return asking(chainId, async () => {
    try {
      const { hash } = await rpc.getBlock({ blockNumber: BigInt(height) }); // a height, not money
      return { height, hash };
    } catch (error) {
      if (isCause(error, BlockNotFoundError) || isCause(error, RpcRequestError)) return undefined;
      throw error;
    }
  });
}

function isCause(error: unknown, kind: new (...args: never[]) => Error): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof kind) instanceof kind;
}
