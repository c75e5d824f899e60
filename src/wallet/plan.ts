import type { BitcoinNetwork } from "../bitcoin/codec/address.ts";
import { BITCOIN_CHAIN_ID } from "../intents/identifiers.ts";
import { unsafe } from "./errors.ts";
import { planBitcoin } from "./planBitcoin.ts";
import { ABOVE_ANY_SUPPLY, planEvm } from "./planEvm.ts";
import { planSignature } from "./planSignature.ts";
import type { PlannedAction } from "./plannedAction.ts";
import type { FeeCap } from "./psbtOffer.ts";
import type { ItemData, QuotedStep, WalletQuote } from "./quote.ts";
import { sumTakings } from "./takings.ts";

/** One item of a quote's steps, checked and ready to be carried out. `key` is its place: "<step>.<item>". */
export type PlannedItem = Readonly<{ key: string; step: QuotedStep }> & PlannedAction;

/** The payer's own terms, independent of the service's answers. */
export type PayerTerms = Readonly<{
  bitcoinNetwork: BitcoinNetwork;
  feeCap: FeeCap; // of the Bitcoin transaction that a PSBT asks to sign
  /** The most that may leave the wallet, in smallest units of the origin currency; it matters for EXACT_OUTPUT. */
  maxInput: bigint | undefined;
}>;

/**
 * Everything that `steps` ask for, in order; complete items and empty steps fall away. Throws WalletError unsafe_quote
 * when one of them would not do what the request asked for: nothing is sent before the whole plan stands.
 */
export function planSteps(
  quote: WalletQuote,
  steps: readonly QuotedStep[],
  terms: PayerTerms,
  offset = 0,
): readonly PlannedItem[] {
  const input = inputOf(quote, terms);
  const stranger = steps.find(({ requestId }) => requestId !== undefined && requestId !== quote.requestId);
  if (stranger) throw unsafe(`its step "${stranger.id}" belongs to another request, ${stranger.requestId}`);
  for (const step of steps) checkAddressType(quote, step);
  const items = steps.flatMap((step, stepIndex) =>
    step.items.flatMap((item, itemIndex): PlannedItem[] => {
      if (item.status === "complete" || !item.data) return []; // without data there is nothing to do but to wait
      const key = `${offset + stepIndex}.${itemIndex}`;
      return [{ key, step, ...planItem(quote, step, item.data, terms, input) }];
    }),
  );
  checkSum(items, input);
  return items;
}

/** A strict address takes one payment and sends others back; an open one does not. */
function checkAddressType({ request }: WalletQuote, { depositAddressType: type }: QuotedStep): void {
  const wanted = request["strict"] === true ? "strict" : "open";
  if (type !== undefined && type !== wanted)
    throw unsafe(`its deposit address is ${type}, the request was for one that is ${wanted}`);
}

/** Checks that all items together take no more than was quoted. */
function checkSum(items: readonly PlannedAction[], input: bigint | undefined): void {
  const given = sumTakings(items);
  if (given <= (input ?? ABOVE_ANY_SUPPLY)) return;
  const quoted = input === undefined ? "states no amount" : `is for ${input} in smallest units`;
  throw unsafe(`its transactions and signatures give ${given} in all, the quote ${quoted}`);
}

/**
 * A contract books, and refunds, for the user of the quote: that has to be the wallet that pays. Throws
 * unsafe_quote.
 */
export function checkOwner(
  { request: { user } }: WalletQuote,
  { kind, step }: PlannedItem,
  wallet: string,
): void {
  if (kind !== "evm-transaction" || step.depositAddress !== undefined) return;
  if (wallet.toLowerCase() === user.toLowerCase()) return;
  throw unsafe(`it was made for ${user} and the wallet is ${wallet}`);
}

function planItem(
  quote: WalletQuote,
  step: QuotedStep,
  data: ItemData,
  terms: PayerTerms,
  input: bigint | undefined,
): PlannedAction {
  if (step.kind === "signature") return planSignature(quote.request, data, input);
  if (quote.request.originChainId === BITCOIN_CHAIN_ID) return planBitcoin(quote, step, data, terms, input);
  return { kind: "evm-transaction", transaction: planEvm(quote.request, step, data, input) };
}

/** What the payer gives in smallest units, or undefined for EXACT_OUTPUT at a service that does not state it. */
function inputOf({ request, statedInput }: WalletQuote, { maxInput }: PayerTerms): bigint | undefined {
  const input =
    request.tradeType === "EXACT_INPUT"
      ? BigInt(request.amount)
      : statedInput === undefined
        ? undefined
        : BigInt(statedInput);
  if (maxInput !== undefined && (input === undefined || input > maxInput)) {
    throw unsafe(`it costs ${input ?? "an unstated amount"}, at most ${maxInput} was allowed`);
  }
  return input;
}
