import { encodeFunctionData, type Hex } from "viem";
import { depositoryAbi } from "../../../evm/codec/contracts.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { isToken } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import type { NetworkParts } from "../../parts.ts";
import type { MakeSteps, PricedQuote } from "../pricedQuote.ts";
import { approveSteps } from "./approve.ts";
import { gasFields, gasPrices, itemOf, named, transactionData, type Step } from "./step.ts";

/** Approve where it is a token, then deposit at the depository with the request's id. */
export async function depositorySteps(parts: NetworkParts, quote: PricedQuote): Promise<MakeSteps> {
  const { requestId, terms } = quote;
  const { origin, destination, user, recipient } = terms;
  const depository = parts.contracts.Depository;
  const approvals = isToken(origin) ? await approveSteps(parts, quote, origin, depository) : [];
  const call = { from: user, chainId: origin.chainId, ...depositCall(depository, quote) };
  const gas = await (approvals.length === 0 ? gasFields(parts, call) : gasPrices(parts, call.chainId));
  const deposit: Step = {
    id: "deposit",
    action: `Deposit ${origin.symbol}`,
    description: `Deposits ${named(origin)}; ${destination.symbol} is sent to ${recipient} once it is confirmed.`,
    kind: "transaction",
    requestId,
    depositAddress: "",
    items: [itemOf({ ...transactionData(call), ...gas }, requestId)],
  };
  return () => [...approvals, deposit];
}

function depositCall(to: EvmAddress, { requestId, terms, price }: PricedQuote): EvmCall {
  const { origin } = terms;
  const depositor = terms.user as EvmAddress; // checked for an EVM origin
  const id = requestId as Hex; // 32 bytes in hex, made by newRequestId
  if (!isToken(origin)) {
    const data = encodeFunctionData({
      abi: depositoryAbi,
      functionName: "depositNative",
      args: [depositor, id],
    });
    return { to, value: price.input, data };
  }
  const data = encodeFunctionData({
    abi: depositoryAbi,
    functionName: "depositErc20",
    args: [depositor, origin.address, price.input, id],
  });
  return { to, value: 0n, data };
}
