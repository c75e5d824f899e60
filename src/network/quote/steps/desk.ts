import { encodeFunctionData, type Hex } from "viem";
import { HttpFailure } from "../../../http-client/http.ts";
import { swapDeskAbi } from "../../../evm/codec/contracts.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { swapOrderData, type SwapOrder } from "../../../evm/codec/typedOrders.ts";
import { SECOND_MS, unixSeconds } from "../../../values/time.ts";
import { isToken, type Token } from "../../catalog.ts";
import { ORDER_SECONDS, orderDeadline } from "../../deposits/expireSwaps.ts";
import { requireChain, type NetworkParts } from "../../parts.ts";
import type { MakeSteps, PricedQuote } from "../pricedQuote.ts";
import { approveSteps } from "./approve.ts";
import { gasFields, gasPrices, itemOf, transactionData, type Step } from "./step.ts";

/**
 * Approve where it is a token, then swap at the desk by an order that the solver signed: deposit and fill
 * in one transaction, for exactly the quoted amounts or not at all. The solver bears the price until the
 * order's deadline; a wallet needs about as long for an approval and a swap. An order reserves nothing:
 * quotes are free, and must not lock liquidity. Of more orders than the solver can serve the later swaps
 * revert, which costs the user gas only.
 */
export async function deskSteps(parts: NetworkParts, quote: PricedQuote): Promise<MakeSteps> {
  const { requestId, terms, price } = quote;
  const { origin, destination, user, recipient } = terms;
  const { chainId } = origin;
  const desk = parts.contracts.SwapDesk;
  if (isToken(destination)) await requireAllowance(parts, destination, price.output);
  const order = orderOf(quote);
  const signature = await parts.keys.solverEvm.signTypedData(
    swapOrderData({ chainId, contract: desk }, order),
  );
  const data = encodeFunctionData({ abi: swapDeskAbi, functionName: "swap", args: [order, signature] });
  const call = { from: user, chainId, to: desk, data, value: isToken(origin) ? 0n : price.input };
  const approvals = isToken(origin) ? await approveSteps(parts, quote, origin, desk) : [];
  const gas = await (approvals.length === 0 ? gasFields(parts, call) : gasPrices(parts, chainId));
  const swap: Step = {
    id: "swap",
    action: `Swap ${origin.symbol} for ${destination.symbol}`,
    description: `Pays ${destination.symbol} to ${recipient} in the same transaction. Send it within ${ORDER_SECONDS} seconds.`,
    kind: "transaction",
    requestId,
    depositAddress: "",
    items: [itemOf({ ...transactionData(call), ...gas }, requestId)],
  };
  return () => [...approvals, swap];
}

function orderOf({ requestId, terms, price, at }: PricedQuote): SwapOrder {
  const { origin, destination, recipient, ttlSeconds } = terms;
  const expiresAt = ttlSeconds === undefined ? undefined : at + ttlSeconds * SECOND_MS;
  return {
    id: requestId as Hex, // 32 bytes in hex, made by newRequestId
    tokenIn: origin.address as EvmAddress, // the desk too calls the native coin by the zero address
    amountIn: price.input,
    tokenOut: destination.address as EvmAddress,
    amountOut: price.output,
    recipient: recipient as EvmAddress, // checked for an EVM destination
    deadline: BigInt(unixSeconds(orderDeadline({ createdAt: at, expiresAt }))),
  };
}

/** The desk takes tokens out of the solver's account, which has to allow it once. */
async function requireAllowance({ evm, keys, contracts }: NetworkParts, token: Token, amount: bigint) {
  const chain = requireChain(evm, token.chainId);
  const allowed = await chain.allowance(token.address, keys.solverEvmAddress, contracts.SwapDesk);
  if (allowed >= amount) return;
  throw new HttpFailure(
    "broken",
    `The solver has not yet allowed the swap desk on chain ${token.chainId} to pay ${token.symbol}.`,
  );
}
