import { encodeFunctionData, maxUint256, type Hex } from "viem";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import type { EvmWorld } from "../evmWorld.ts";

/**
 * What the solver's own housekeeping does in the long run: the swap desk and the approval proxy may take its tokens, and the
 * desk holds a native coin. Sent as the solver, which anvil allows.
 */
export async function readySolver(chain: EvmWorld, solver: EvmAddress): Promise<void> {
  const { usdc, usdt, weth, contracts, client } = chain;
  const included = (hash: Hex) => client.waitForTransactionReceipt({ hash });
  await client.request({ method: "anvil_impersonateAccount", params: [solver] } as never); // anvil's own method
  for (const token of [usdc, usdt, weth]) {
    for (const spender of [contracts.SwapDesk, contracts.ApprovalProxy]) {
      const call = { address: token, abi: erc20Abi } as const;
      if ((await client.readContract({ ...call, functionName: "allowance", args: [solver, spender] })) > 0n)
        continue;
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: "approve",
        args: [spender, maxUint256],
      });
      await included(await client.sendTransaction({ account: solver, to: token, data }));
    }
  }
  await client.request({ method: "anvil_stopImpersonatingAccount", params: [solver] } as never);
  const gift = { to: contracts.SwapDesk, value: 5n * 10n ** 18n }; // of the deployer
  await included(await client.sendTransaction(gift));
}
