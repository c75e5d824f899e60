import { encodeFunctionData } from "viem";
import { wrappedNativeAbi } from "../../../evm/codec/contracts.ts";
import { erc20Abi } from "../../../evm/codec/erc20.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { isToken } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import type { NetworkParts } from "../../parts.ts";
import type { MakeSteps, PricedQuote } from "../pricedQuote.ts";
import type { Price } from "../pricing.ts";
import type { QuoteTerms } from "../readQuote.ts";
import { gasFields, itemOf, transactionData, type Step } from "./step.ts";

/**
 * One transaction of the user's own wallet: a send, a wrap or an unwrap. It is not followed, so the client
 * reports it with POST /transactions/single.
 */
export async function directSteps(parts: NetworkParts, quote: PricedQuote): Promise<MakeSteps> {
  const { requestId, terms } = quote;
  const { origin, destination, operation, user, recipient } = terms;
  const call = { from: user, chainId: origin.chainId, ...callOf(quote) };
  const data = { ...transactionData(call), ...(await gasFields(parts, call)) };
  const step: Step = {
    id: operation === "send" ? "send" : "swap",
    action: `${operation === "send" ? "Send" : operation === "wrap" ? "Wrap" : "Unwrap"} ${origin.symbol}`,
    description:
      operation === "send"
        ? `Sends ${origin.symbol} to ${recipient}.`
        : `Changes ${origin.symbol} into ${destination.symbol}, one for one.`,
    kind: "transaction",
    requestId,
    depositAddress: "",
    items: [itemOf(data, requestId)],
  };
  return () => [step];
}

/** The transaction that a direct request asks for; the one that is reported must be this one. */
export function callOf({
  terms,
  price,
}: Readonly<{
  terms: Pick<QuoteTerms, "origin" | "destination" | "operation" | "recipient">;
  price: Pick<Price, "input">;
}>): EvmCall {
  const { origin, destination, operation } = terms;
  const recipient = terms.recipient as EvmAddress; // checked for an EVM destination
  const amount = price.input;
  if (operation === "wrap" && isToken(destination)) {
    const data = encodeFunctionData({ abi: wrappedNativeAbi, functionName: "deposit" });
    return { to: destination.address, value: amount, data };
  }
  if (!isToken(origin)) return { to: recipient, value: amount, data: "0x" };
  const data =
    operation === "unwrap"
      ? encodeFunctionData({ abi: wrappedNativeAbi, functionName: "withdraw", args: [amount] })
      : encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [recipient, amount] });
  return { to: origin.address, value: 0n, data };
}
