import { sum } from "../../money/amount.ts";
import { Refusal } from "../api/refusals.ts";
import type { Currency } from "../catalog.ts";
import type { Call } from "../request.ts";
import type { QuoteBody } from "./quoteBody.ts";
import { readAddress, type AddressRules } from "./readAddress.ts";

/**
 * Calls of interface specification 2.1 and 4.1. With the native coin the amount is exactly the sum of their values; with a
 * token it is how much of it the router holds for them, and they carry no value. Throws Refusal.
 */
export function readCalls(body: QuoteBody, destination: Currency, rules: AddressRules): readonly Call[] {
  const { txs = [], useDepositAddress, destinationChainId: chainId } = body;
  if (txs.length === 0) return [];
  if (useDepositAddress) {
    throw new Refusal(
      "EXTRA_TXS_NOT_SUPPORTED",
      "Calls on the destination (txs) are not possible with a deposit address.",
    );
  }
  if (rules.catalog.family(chainId) !== "evm") {
    throw new Refusal("EXTRA_TXS_NOT_SUPPORTED", "Calls (txs) are possible on EVM chains only.");
  }
  const calls = txs.map(({ to, value, data }, index) => ({
    to: readAddress(`txs.${index}.to`, to, chainId, rules),
    value: BigInt(value),
    data,
  }));
  const total = sum(calls.map(({ value }) => value));
  if (destination.kind === "native" && total !== BigInt(body.amount)) {
    throw new Refusal(
      "INVALID_EXTRA_TXS",
      `Expected the amount to be the sum of the values of txs, ${total}; got ${body.amount}.`,
    );
  }
  if (destination.kind !== "native" && total > 0n) {
    throw new Refusal(
      "INVALID_EXTRA_TXS",
      `Calls with a value need the native coin as destinationCurrency; got ${destination.symbol}.`,
    );
  }
  return calls;
}
