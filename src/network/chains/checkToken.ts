import {
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  domainSeparator,
  parseAbi,
  type PublicClient,
} from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import type { TokenConfig } from "../catalog.ts";
import { asking, isCause, orNothing } from "./asking.ts";

/** Findings from a token's own answers about its settings: proven errors, and remarks. Sentences. */
export type TokenFindings = Readonly<{ wrong: readonly string[]; odd: readonly string[] }>;

const domainAbi = parseAbi(["function DOMAIN_SEPARATOR() view returns (bytes32)"]);

/**
 * Compares a token's settings with its contract's answers. Throws HttpFailure when the chain gave no
 * answer.
 */
export async function checkToken(
  rpc: PublicClient,
  chainId: number,
  token: TokenConfig,
): Promise<TokenFindings> {
  const decimals = await decimalsProblem(rpc, chainId, token);
  if (decimals !== undefined) return { wrong: [decimals], odd: [] };
  const domain = await domainProblem(rpc, chainId, token);
  const symbol = await symbolRemark(rpc, chainId, token);
  return { wrong: domain === undefined ? [] : [domain], odd: symbol === undefined ? [] : [symbol] };
}

async function decimalsProblem(
  rpc: PublicClient,
  chainId: number,
  { symbol, address, decimals: wanted }: TokenConfig,
): Promise<string | undefined> {
  const decimals = await asking(chainId, async () => {
    try {
      return await rpc.readContract({ address: evm(address), abi: erc20Abi, functionName: "decimals" });
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

/** What is signed under another domain than the token's would all be refused, after the payer has signed. */
async function domainProblem(
  rpc: PublicClient,
  chainId: number,
  { symbol, address, permit, erc2612 }: TokenConfig,
): Promise<string | undefined> {
  if (!permit && !erc2612) return undefined;
  const call = { address: evm(address), abi: domainAbi, functionName: "DOMAIN_SEPARATOR" } as const;
  const told = await orNothing(chainId, () => rpc.readContract(call));
  if (told === undefined) return undefined;
  for (const [flag, domain] of Object.entries({ permit, erc2612 })) {
    if (!domain) continue;
    const expected = domainSeparator({ domain: { ...domain, chainId, verifyingContract: evm(address) } });
    if (told === expected) continue;
    return `NETWORK_TOKENS_${chainId}: ${flag}=${domain.name}/${domain.version} of ${symbol} has the DOMAIN_SEPARATOR ${expected}, and the token on chain ${chainId} answers ${told}. Set the name and the version of the token's own EIP-712 domain.`;
  }
  return undefined;
}

/** Only a remark: the common names of real tokens differ from their contracts' (USD₮0). */
async function symbolRemark(
  rpc: PublicClient,
  chainId: number,
  { symbol, address }: TokenConfig,
): Promise<string | undefined> {
  const call = { address: evm(address), abi: erc20Abi, functionName: "symbol" } as const;
  const told = await orNothing(chainId, () => rpc.readContract(call));
  if (told === undefined || told === symbol) return undefined;
  return `NETWORK_TOKENS_${chainId}: the token that you call ${symbol} calls itself ${JSON.stringify(told.slice(0, 40))}. Is ${address} the right one?`;
}

function evm(address: string): EvmAddress {
  return address as EvmAddress; // catalog.ts checks it
}
