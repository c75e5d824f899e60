import { encodeFunctionData, type Address } from "viem";
import type { EvmAddress } from "../../evm/address.ts";
import { depositoryAbi } from "../../evm/contracts.ts";
import { callRequestData } from "../../evm/typedOrders.ts";
import { unixSeconds } from "../../time.ts";
import type { Currency } from "../catalog.ts";
import type { EvmCall } from "../chains/evm.ts";
import type { NetworkParts } from "../parts.ts";
import { paymentCall } from "./fills.ts";

const GOOD_FOR_S = 365 * 86_400; // the order can be used once, so it may be good for as long as it could be stuck

/**
 * The transaction that has the depository pay somebody, by an order that the solver signs. The contract carries out an order of
 * a nonce once, whoever hands it in, so that a payment with a nonce of its own is never made twice.
 */
export async function depositoryOrder(
  { keys, contracts, clock }: Pick<NetworkParts, "keys" | "contracts" | "clock">,
  currency: Currency,
  to: EvmAddress,
  amount: bigint,
  nonce: bigint,
): Promise<EvmCall> {
  const { to: target, data, value } = paymentCall(currency, to, amount);
  const calls = [{ to: target as Address, data, value, allowFailure: false }];
  const request = { calls, nonce, expiration: BigInt(unixSeconds(clock()) + GOOD_FOR_S) };
  const at = { chainId: currency.chainId, contract: contracts.Depository };
  const signature = await keys.solverEvm.signTypedData(callRequestData(at, request));
  const order = encodeFunctionData({
    abi: depositoryAbi,
    functionName: "execute",
    args: [request, signature],
  });
  return { to: contracts.Depository, value: 0n, data: order };
}
