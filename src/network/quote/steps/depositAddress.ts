import { encodeFunctionData } from "viem";
import { erc20Abi } from "../../../evm/erc20.ts";
import { isToken } from "../../catalog.ts";
import type { NetworkParts } from "../../parts.ts";
import type { Quote } from "../presentQuote.ts";
import { named, transactionItem, type Step } from "./step.ts";

/**
 * The deposit step of a deposit-address quote (interface specification 4.4): a plain payment of a native coin to the
 * address, or for a token its transfer to the address.
 */
export async function depositAddressSteps(_parts: NetworkParts, quote: Quote): Promise<readonly Step[]> {
  const { requestId, terms, price, address = "" } = quote;
  const { origin, destination, user: from, recipient } = terms;
  const chainId = origin.chainId;
  const item = isToken(origin)
    ? {
        ...{ from, chainId, to: origin.address, value: 0n },
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: "transfer",
          args: [address as `0x${string}`, price.input], // issued for an EVM origin, so an EVM address
        }),
      }
    : { from, chainId, to: address, data: "0x", value: price.input };
  return [
    {
      id: "deposit",
      action: `Send ${origin.symbol} to the deposit address`,
      description: `Any wallet can pay ${named(origin)}. ${destination.symbol} is sent to ${recipient} after the payment is confirmed.`,
      kind: "transaction",
      requestId,
      depositAddress: address,
      items: [transactionItem(item, requestId)],
    },
  ];
}
