import { createEvmRpc } from "../../evm/reader/evmClient.ts";
import { ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { payAssets, type PayAsset, type PayChain } from "../wallet/payAsset.ts";

/** What an account holds on one chain, coin by coin in smallest units; undefined when the chain gave no answer. */
export type EvmBalance = Readonly<{
  chainName: string;
  held: readonly Readonly<{ asset: PayAsset; amount: bigint }>[] | undefined;
}>;

type BalanceChain = PayChain & Readonly<{ directRpcUrl: string }>;

/** Gives a function that reads an account's balances on every chain, each within the deadline of our RPC client. */
export function evmBalances(
  chains: readonly BalanceChain[],
  account: EvmAddress,
): () => Promise<readonly EvmBalance[]> {
  const readers = chains.map((chain) => {
    const rpc = createEvmRpc(chain.directRpcUrl);
    const token = { abi: erc20Abi, functionName: "balanceOf", args: [account] } as const;
    const amountOf = (address: EvmAddress) =>
      address === ZERO_ADDRESS
        ? rpc.getBalance({ address: account })
        : rpc.readContract({ ...token, address });
    const coins = payAssets([chain]).flatMap((asset) =>
      asset.evm ? [{ asset, at: asset.evm.currency }] : [],
    );
    return async (): Promise<EvmBalance> => {
      try {
        const read = coins.map(async ({ asset, at }) => ({ asset, amount: await amountOf(at) }));
        return { chainName: chain.name, held: await Promise.all(read) };
      } catch {
        return { chainName: chain.name, held: undefined }; // shown as unknown on the page
      }
    };
  });
  return () => Promise.all(readers.map((read) => read()));
}
