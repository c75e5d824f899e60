import { encodeFunctionData, type Hex } from "viem";
import { depositoryAbi } from "../../../evm/contracts.ts";
import { erc20Abi } from "../../../evm/erc20.ts";
import type { EvmAddress } from "../../../evm/address.ts";
import { isToken, type Token } from "../../catalog.ts";
import type { NetworkParts } from "../../parts.ts";
import type { Quote } from "../presentQuote.ts";
import { named, transactionItem, type Step } from "./step.ts";

/** Approve where it is a token, then deposit at the depository with the request's id. */
export async function depositorySteps(parts: NetworkParts, quote: Quote): Promise<readonly Step[]> {
  const { requestId, terms, price } = quote;
  const { origin, destination, user, recipient } = terms;
  const depository = parts.contracts.Depository;
  const depositor = user as EvmAddress; // checked for an EVM origin
  const id = requestId as Hex; // 32 bytes in hex, made by newRequestId
  const call = isToken(origin)
    ? {
        value: 0n,
        data: encodeFunctionData({
          abi: depositoryAbi,
          functionName: "depositErc20",
          args: [depositor, origin.address, price.input, id],
        }),
      }
    : {
        value: price.input,
        data: encodeFunctionData({
          abi: depositoryAbi,
          functionName: "depositNative",
          args: [depositor, id],
        }),
      };
  const deposit: Step = {
    id: "deposit",
    action: `Deposit ${origin.symbol}`,
    description: `Deposits ${named(origin)}; ${destination.symbol} is sent to ${recipient} once it is confirmed.`,
    kind: "transaction",
    requestId,
    depositAddress: "",
    items: [transactionItem({ from: user, to: depository, chainId: origin.chainId, ...call }, requestId)],
  };
  return isToken(origin)
    ? [...(await approveSteps(parts, requestId, user, origin, depository, price.input)), deposit]
    : [deposit];
}

/** Allowances of exactly the amount; a token that refuses to change an allowance is set to zero first. None when it stands. */
export async function approveSteps(
  { evm }: Pick<NetworkParts, "evm">,
  requestId: string,
  user: string,
  token: Token,
  spender: EvmAddress,
  amount: bigint,
): Promise<readonly Step[]> {
  const allowed = await evm.get(token.chainId)?.allowance(token.address, user as EvmAddress, spender);
  if (allowed === amount) return [];
  const approve = (value: bigint) =>
    transactionItem({
      from: user,
      to: token.address,
      chainId: token.chainId,
      value: 0n,
      data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, value] }),
    });
  const resets = token.approveZeroFirst && allowed !== undefined && allowed > 0n ? [approve(0n)] : [];
  return [...resets, approve(amount)].map((item, index) => ({
    id: "approve",
    action: index < resets.length ? `Reset the allowance of ${token.symbol}` : `Approve ${token.symbol}`,
    description: `Allows the contract ${spender} to take ${token.symbol} for this request only.`,
    kind: "transaction",
    requestId,
    depositAddress: "",
    items: [item],
  }));
}
