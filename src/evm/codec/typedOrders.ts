import type { Address, Hex } from "viem";

/** What the solver signs (EIP-712) for its contracts, in the shape that viem's signTypedData takes. */

export type ContractAt = Readonly<{ chainId: number; contract: Address }>;

/** One swap at the desk. Amounts are smallest units, the deadline unix seconds, the zero address the native coin. */
export type SwapOrder = Readonly<{
  id: Hex;
  tokenIn: Address;
  amountIn: bigint;
  tokenOut: Address;
  amountOut: bigint;
  recipient: Address;
  deadline: bigint;
}>;

/** A withdrawal from the depository: calls that it makes in order. The expiration is in unix seconds. */
export type CallRequest = Readonly<{
  calls: readonly Readonly<{ to: Address; data: Hex; value: bigint; allowFailure: boolean }>[];
  nonce: bigint;
  expiration: bigint;
}>;

const orderTypes = {
  Order: [
    { name: "id", type: "bytes32" },
    { name: "tokenIn", type: "address" },
    { name: "amountIn", type: "uint256" },
    { name: "tokenOut", type: "address" },
    { name: "amountOut", type: "uint256" },
    { name: "recipient", type: "address" },
    { name: "deadline", type: "uint256" },
  ],
} as const;

const callRequestTypes = {
  CallRequest: [
    { name: "calls", type: "Call[]" },
    { name: "nonce", type: "uint256" },
    { name: "expiration", type: "uint256" },
  ],
  Call: [
    { name: "to", type: "address" },
    { name: "data", type: "bytes" },
    { name: "value", type: "uint256" },
    { name: "allowFailure", type: "bool" },
  ],
} as const;

/** The maker's signature over this makes SwapDesk.swap pay the order, on this chain and desk only. */
export function swapOrderData(desk: ContractAt, order: SwapOrder) {
  return {
    domain: domainOf("SwapDesk", desk),
    types: orderTypes,
    primaryType: "Order",
    message: order,
  } as const;
}

/** The allocator's signature over this makes Depository.execute make the calls, on this chain and depository only. */
export function callRequestData(depository: ContractAt, request: CallRequest) {
  return {
    domain: domainOf("Depository", depository),
    types: callRequestTypes,
    primaryType: "CallRequest",
    message: request,
  } as const;
}

function domainOf(name: string, { chainId, contract }: ContractAt) {
  return { name, version: "1", chainId, verifyingContract: contract };
}
