import { encodeFunctionData } from "viem";
import { wrappedNativeAbi } from "../../../evm/contracts.ts";
import { erc20Abi } from "../../../evm/erc20.ts";
import type { EvmAddress } from "../../../evm/address.ts";
import { isToken } from "../../catalog.ts";
import type { NetworkParts } from "../../parts.ts";
import type { Quote } from "../presentQuote.ts";
import { transactionItem, type Step } from "./step.ts";

/**
 * One transaction of the user's own wallet: a send, a wrap or an unwrap. Nobody watches it, so the client tells the service
 * about it with POST /transactions/single.
 */
export async function directSteps(_parts: NetworkParts, quote: Quote): Promise<readonly Step[]> {
  const { requestId, terms } = quote;
  const { origin, operation, user, recipient } = terms;
  return [
    {
      id: operation === "send" ? "send" : "swap",
      action: `${operation === "send" ? "Send" : operation === "wrap" ? "Wrap" : "Unwrap"} ${origin.symbol}`,
      description:
        operation === "send"
          ? `Sends ${origin.symbol} to ${recipient}.`
          : "Changes the form of the coin, one to one.",
      kind: "transaction",
      requestId,
      depositAddress: "",
      items: [transactionItem({ from: user, chainId: origin.chainId, ...callOf(quote) }, requestId)],
    },
  ];
}

/** The transaction that a direct request asks for; the one that is reported must be this one. */
export function callOf({
  terms,
  price,
}: Pick<Quote, "terms" | "price">): Readonly<{ to: string; data: string; value: bigint }> {
  const { origin, destination, operation } = terms;
  const recipient = terms.recipient as EvmAddress; // checked for an EVM destination
  const amount = price.input;
  if (operation === "wrap")
    return {
      to: destination.address,
      value: amount,
      data: encodeFunctionData({ abi: wrappedNativeAbi, functionName: "deposit" }),
    };
  if (operation === "unwrap")
    return {
      to: origin.address,
      value: 0n,
      data: encodeFunctionData({ abi: wrappedNativeAbi, functionName: "withdraw", args: [amount] }),
    };
  if (!isToken(origin)) return { to: recipient, value: amount, data: "0x" };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [recipient, amount] });
  return { to: origin.address, value: 0n, data };
}
