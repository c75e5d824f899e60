import { decodeFunctionData, encodeFunctionData, type Address } from "viem";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { depositoryAbi } from "../../../evm/codec/contracts.ts";
import { callRequestData, type CallRequest } from "../../../evm/codec/typedOrders.ts";
import { SECOND_MS, unixSeconds, type Instant } from "../../../values/time.ts";
import type { Currency } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import type { NetworkParts } from "../../parts.ts";
import { paymentCall } from "./fills.ts";

/** The payee of the depository, in smallest units, and until when any account may submit the order. */
export type DepositoryPayment = Readonly<{
  to: EvmAddress;
  amount: bigint;
  nonce: bigint;
  goodForMs: number;
}>;

/**
 * The transaction by which the depository pays, by an order that the refunder signs. The contract carries out
 * an order of a nonce once, from any submitter, so that a payment with a nonce of its own is never made
 * twice.
 */
export async function depositoryOrder(
  { keys, contracts, clock }: Pick<NetworkParts, "keys" | "contracts" | "clock">,
  currency: Currency,
  { to, amount, nonce, goodForMs }: DepositoryPayment,
): Promise<EvmCall> {
  const { to: target, data, value } = paymentCall(currency, to, amount);
  const calls = [{ to: target as Address, data, value, allowFailure: false }];
  const request: CallRequest = { calls, nonce, expiration: BigInt(unixSeconds(clock() + goodForMs)) };
  const at = { chainId: currency.chainId, contract: contracts.Depository };
  const signature = await keys.refunderEvm.signTypedData(callRequestData(at, request));
  const order = encodeFunctionData({
    abi: depositoryAbi,
    functionName: "execute",
    args: [request, signature],
  });
  return { to: contracts.Depository, value: 0n, data: order };
}

/**
 * The nonce of the order in a transaction that depositoryOrder made, and the moment after which it cannot
 * be submitted.
 */
export function readDepositoryOrder({ data }: EvmCall): Readonly<{ nonce: bigint; expiresAt: Instant }> {
  const { functionName, args } = decodeFunctionData({ abi: depositoryAbi, data });
  if (functionName !== "execute")
    throw new Error(`Expected an order of the depository, got ${functionName}.`);
  const [{ nonce, expiration }] = args;
  return { nonce, expiresAt: Number(expiration) * SECOND_MS }; // a time, not money
}
