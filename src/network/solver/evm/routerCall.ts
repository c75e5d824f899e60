import { encodeFunctionData, type Hex } from "viem";
import { approvalProxyAbi, routerAbi } from "../../../evm/codec/contracts.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import type { ContractAddresses } from "../../../evm/codec/deployment.ts";
import { isToken, type Currency } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import type { Call } from "../../request.ts";

/**
 * The parties of a request's calls: the receiver of what they leave over, and how much of the currency they
 * may use.
 */
export type CallOrder = Readonly<{
  calls: readonly Call[];
  destination: Currency;
  amount: bigint; // smallest units of the destination; of a native coin it is the sum of the calls' values
  recipient: string;
}>;

/**
 * The solver's one transaction that makes the calls of a request in order, all or none (interface
 * specification 4.1). Tokens come to the router through the approval proxy, which moves the sender's own
 * only: the solver's allowance is for the proxy, because the router can be made to call anything. What the
 * calls leave over goes to the recipient. The router's own allowances (calls begin with approve; any caller
 * may add more) are permanent, and move only what the router holds. Between transactions that is nothing of
 * ours: the list ends with all coins and all of the destination token sent on, and the proxy keeps nothing.
 * Only a contract that the list itself calls could take what the router holds at that moment; that is the
 * request's money, and a list that then lacks it reverts.
 */
export function routerCall(contracts: ContractAddresses, order: CallOrder): EvmCall {
  const { destination, amount } = order;
  const recipient = order.recipient as EvmAddress; // checked for an EVM destination
  const calls = order.calls.map(({ to, value, data }) => entry(to as EvmAddress, value, data as Hex)); // checked by readCalls
  if (!isToken(destination)) {
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: "multicall",
      args: [calls, recipient, recipient],
    });
    return { to: contracts.Router, value: amount, data };
  }
  const sweep = encodeFunctionData({
    abi: routerAbi,
    functionName: "cleanupErc20s",
    args: [[destination.address], [recipient], [0n]], // 0 is the whole balance; nothing happens when there is none
  });
  const data = encodeFunctionData({
    abi: approvalProxyAbi,
    functionName: "transferAndMulticall",
    args: [
      [destination.address],
      [amount],
      [...calls, entry(contracts.Router, 0n, sweep)],
      recipient,
      recipient,
    ],
  });
  return { to: contracts.ApprovalProxy, value: 0n, data };
}

function entry(target: EvmAddress, value: bigint, callData: Hex) {
  return { target, allowFailure: false, value, callData };
}
