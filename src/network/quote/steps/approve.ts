import { encodeFunctionData } from "viem";
import { erc20Abi } from "../../../evm/codec/erc20.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import type { Token } from "../../catalog.ts";
import { requireChain, type NetworkParts } from "../../parts.ts";
import type { PricedQuote } from "../pricedQuote.ts";
import { gasFields, itemOf, transactionData, type Step, type WalletCall } from "./step.ts";

/**
 * The steps that allow a contract to take exactly the quote's input of a token; a token that refuses to change an allowance is
 * set to zero first. None when the allowance stands. They have no check: nothing is bridged by them.
 */
export async function approveSteps(
  parts: NetworkParts,
  { requestId, terms, price }: PricedQuote,
  token: Token,
  spender: EvmAddress,
): Promise<readonly Step[]> {
  const owner = terms.user as EvmAddress; // checked for an EVM origin
  const allowed = await requireChain(parts.evm, token.chainId).allowance(token.address, owner, spender);
  if (allowed === price.input) return [];
  const approve = (value: bigint): WalletCall => ({
    chainId: token.chainId,
    from: owner,
    to: token.address,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, value] }),
  });
  const step = (action: string, call: WalletCall, gas: Readonly<Record<string, string>>): Step => ({
    id: "approve",
    action,
    description: `Lets the contract ${spender} take ${token.symbol} for this request only.`,
    kind: "transaction",
    requestId,
    depositAddress: "",
    items: [itemOf({ ...transactionData(call), ...gas })],
  });
  const wanted = approve(price.input);
  if (!token.approveZeroFirst || allowed === 0n)
    return [step(`Approve ${token.symbol}`, wanted, await gasFields(parts, wanted))];
  const reset = approve(0n);
  return [
    step(`Reset the allowance of ${token.symbol}`, reset, await gasFields(parts, reset)),
    step(`Approve ${token.symbol}`, wanted, {}), // would revert before the reset, so its gas cannot be estimated
  ];
}
