import { createEvmRpc } from "../chain/evmRpc.ts";
import { erc20Abi } from "../evm/erc20.ts";
import type { EvmAddress } from "../evm/address.ts";
import { USDC_ADDRESS } from "./tokens.ts";

/** What an account holds on one chain: wei, and millionths of USDC; undefined when the chain gave no answer. */
export type EvmBalance = Readonly<{
  chainName: string;
  held: Readonly<{ native: bigint; usdc: bigint }> | undefined;
}>;

type BalanceChain = Readonly<{ name: string; directRpcUrl: string }>;

/** Gives a function that reads an account's balances on every chain, each within the deadline of our RPC client. */
export function evmBalances(
  chains: readonly BalanceChain[],
  account: EvmAddress,
): () => Promise<readonly EvmBalance[]> {
  const readers = chains.map(({ name, directRpcUrl }) => {
    const rpc = createEvmRpc(directRpcUrl);
    const token = { address: USDC_ADDRESS, abi: erc20Abi } as const;
    const balanceOf = { ...token, functionName: "balanceOf", args: [account] } as const;
    return async (): Promise<EvmBalance> => {
      try {
        const [native, tokens] = await Promise.all([
          rpc.getBalance({ address: account }),
          rpc.readContract(balanceOf),
        ]);
        return { chainName: name, held: { native, usdc: tokens } };
      } catch {
        return { chainName: name, held: undefined }; // the page says that it does not know
      }
    };
  });
  return () => Promise.all(readers.map((read) => read()));
}
