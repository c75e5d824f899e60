import { encodeFunctionData } from "viem";
import { erc20Abi } from "../../../evm/codec/erc20.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import type { Token } from "../../catalog.ts";
import { requireChain, type NetworkParts } from "../../parts.ts";
import type { PricedQuote } from "../pricedQuote.ts";
import { gasFields, gasPrices, itemOf, transactionData, type Step, type WalletCall } from "./step.ts";

/**
 * The steps that allow a contract to take exactly the quote's input of a token; a token that refuses to change an allowance is
 * set to zero first. None when the allowance stands. They have no check: nothing is bridged by them.
 */
export async function approveSteps(
  parts: NetworkParts,
  quote: PricedQuote,
  token: Token,
  spender: EvmAddress,
): Promise<readonly Step[]> {
  const { input } = quote.price;
  const allowed = await allowanceOf(parts, quote, token, spender);
  if (allowed === input) return [];
  const why = `Lets the contract ${spender} take ${token.symbol} for this request only.`;
  return changeSteps(parts, quote, token, { spender, allowed, wanted: input, why });
}

/**
 * Returns the steps that allow Permit2 to move exactly the quote's input of a token. Returns none when the allowance suffices. A
 * user may allow more, so that later quotes need no transaction.
 */
export async function allowPermit2Steps(
  parts: NetworkParts,
  quote: PricedQuote,
  token: Token,
  spender: EvmAddress,
): Promise<readonly Step[]> {
  const allowed = await allowanceOf(parts, quote, token, spender);
  const { input } = quote.price;
  if (allowed >= input) return [];
  const why = `Lets Permit2 (${spender}) move ${token.symbol} on your signature, for this request only.`;
  return changeSteps(parts, quote, token, { spender, allowed, wanted: input, why });
}

function allowanceOf(
  { evm }: NetworkParts,
  { terms }: PricedQuote,
  { chainId, address }: Token,
  spender: EvmAddress,
): Promise<bigint> {
  return requireChain(evm, chainId).allowance(address, terms.user as EvmAddress, spender); // checked for an EVM origin
}

async function changeSteps(
  parts: NetworkParts,
  { requestId, terms }: PricedQuote,
  token: Token,
  {
    spender,
    allowed,
    wanted: amount,
    why: description,
  }: Readonly<{ spender: EvmAddress; allowed: bigint; wanted: bigint; why: string }>,
): Promise<readonly Step[]> {
  const owner = terms.user as EvmAddress; // checked for an EVM origin
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
    description,
    kind: "transaction",
    requestId,
    depositAddress: "",
    items: [itemOf({ ...transactionData(call), ...gas })],
  });
  const wanted = approve(amount);
  if (!token.approveZeroFirst || allowed === 0n)
    return [step(`Approve ${token.symbol}`, wanted, await gasFields(parts, wanted))];
  const reset = approve(0n);
  return [
    step(`Reset the allowance of ${token.symbol}`, reset, await gasFields(parts, reset)),
    step(`Approve ${token.symbol}`, wanted, await gasPrices(parts, token.chainId)), // would revert before the reset: no limit
  ];
}
