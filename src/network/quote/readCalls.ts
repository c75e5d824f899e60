import { ZERO_ADDRESS } from "../../evm/codec/address.ts";
import { sum } from "../../values/amount.ts";
import { Refusal } from "../api/refusals.ts";
import type { Currency } from "../catalog.ts";
import type { Call } from "../request.ts";
import type { QuoteBody } from "./quoteBody.ts";
import { readAddress, type AddressRules } from "./readAddress.ts";

const MOST_CALLDATA_BYTES = 16_384; // together; it is kept with the quote, and every quote is kept

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
  const bytes = txs.reduce((total, { data }) => total + (data.length - 2) / 2, 0);
  if (bytes > MOST_CALLDATA_BYTES) {
    throw new Refusal(
      "INVALID_EXTRA_TXS",
      `txs: expected at most ${MOST_CALLDATA_BYTES} bytes of data in all calls together, got ${bytes}.`,
    );
  }
  const calls = txs.map(({ to, value, data }, index) => ({
    to: readAddress(`txs.${index}.to`, to, chainId, rules),
    value: BigInt(value),
    data,
  }));
  refuseBurnt(calls);
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

function refuseBurnt(calls: readonly Call[]): void {
  const index = calls.findIndex(({ to, value }) => to === ZERO_ADDRESS && value > 0n);
  if (index < 0) return;
  throw new Refusal(
    "INVALID_EXTRA_TXS",
    `txs.${index}.to is the zero address: the value of ${calls[index]?.value} sent there is lost. Name the contract to call.`,
  );
}
