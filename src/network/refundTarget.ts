import { ZERO_ADDRESS } from "../evm/codec/address.ts";
import type { BridgeRequest } from "./request.ts";

/** refundTo where refunds go to the account that made the deposit: on EVM chains the identifier of their own coins, as at public services. */
export const TO_SENDER = ZERO_ADDRESS;

/**
 * The refundTo of a deposit that goes back now: that of the quote, or its recovery address where it has none or its sender is not
 * known; undefined where a person has to decide. Both are addresses on the origin chain, so a deposit on a chain of another
 * family has neither.
 */
export function refundTarget({
  refundTo,
  recoveryAddress,
  origin,
  deposit,
}: Pick<BridgeRequest, "refundTo" | "recoveryAddress" | "origin" | "deposit">): string | undefined {
  if (deposit && isEvm(deposit.currency) !== isEvm(origin.currency)) return undefined;
  const isUnknown = refundTo === TO_SENDER && deposit?.sender === undefined;
  return isUnknown ? recoveryAddress : (refundTo ?? recoveryAddress);
}

/** The address that refundTo means: for TO_SENDER the account that made the deposit. */
export function refundAddress({
  refundTo,
  deposit,
}: Pick<BridgeRequest, "refundTo" | "deposit">): string | undefined {
  return refundTo === TO_SENDER ? deposit?.sender : refundTo;
}

function isEvm(currency: string): boolean {
  return currency.startsWith("0x");
}
