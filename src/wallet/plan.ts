import { isHex, type Hex } from "viem";
import { checkBitcoinAddress, type BitcoinNetwork } from "../bitcoin/address.ts";
import { checkEvmAddress, ZERO_ADDRESS, type EvmAddress } from "../evm/address.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { unsafe } from "./errors.ts";
import { readPsbtOffer, type FeeCap, type PsbtOffer } from "./psbtOffer.ts";
import type { QuotedItem, QuotedStep, SignaturePost, ToSign, WalletQuote } from "./quote.ts";
import type { EvmTransaction } from "./signers.ts";

/** One item of a quote's steps, checked and ready to be carried out. `key` is its place: "<step>.<item>". */
export type PlannedItem = Readonly<{ key: string; step: QuotedStep }> & PlannedAction;
export type PlannedAction =
  | Readonly<{ kind: "evm-transaction"; transaction: EvmTransaction }>
  | Readonly<{ kind: "psbt"; offer: PsbtOffer }>
  | Readonly<{ kind: "bitcoin-payment"; address: string; sats: bigint }>
  | Readonly<{ kind: "signature"; sign: ToSign; post: SignaturePost }>;

/** The payer's own terms; they hold whatever the service answers. */
export type PayerTerms = Readonly<{
  bitcoinNetwork: BitcoinNetwork;
  feeCap: FeeCap; // of the Bitcoin transaction that a PSBT asks to sign
  /** The most that may leave the wallet, in smallest units of the origin currency; it matters for EXACT_OUTPUT. */
  maxInput: bigint | undefined;
}>;

type ItemData = NonNullable<QuotedItem["data"]>;

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
  return steps.flatMap((step, stepIndex) =>
    step.items.flatMap((item, itemIndex): PlannedItem[] => {
      if (item.status === "complete" || !item.data) return []; // without data there is nothing to do but to wait
      const key = `${offset + stepIndex}.${itemIndex}`;
      const action =
        step.kind === "signature"
          ? planSignature(item.data)
          : quote.request.originChainId === BITCOIN_CHAIN_ID
            ? planBitcoin(quote, step, item.data, terms, input)
            : planEvm(quote, step, item.data, input);
      return [{ key, step, ...action }];
    }),
  );
}

/** What the payer gives in smallest units, or undefined for EXACT_OUTPUT at a service that does not state it. */
function inputOf({ request, statedInput }: WalletQuote, { maxInput }: PayerTerms): bigint | undefined {
  const input = request.tradeType === "EXACT_INPUT" ? BigInt(request.amount) : statedInput;
  if (maxInput !== undefined && (input === undefined || input > maxInput)) {
    throw unsafe(`it costs ${input ?? "an unstated amount"}, at most ${maxInput} was allowed`);
  }
  return input;
}

function planSignature({ sign, post }: ItemData): PlannedAction {
  if (!sign || !post) throw unsafe("its signature step does not say what to sign and where to post it");
  return { kind: "signature", sign, post };
}

function planBitcoin(
  { request, references }: WalletQuote,
  { depositAddress }: QuotedStep,
  { to, data = "0x", value, chainId, psbt }: ItemData,
  { bitcoinNetwork: network, feeCap }: PayerTerms,
  input: bigint | undefined,
): PlannedAction {
  checkChain(chainId ?? BITCOIN_CHAIN_ID, BITCOIN_CHAIN_ID); // a PSBT comes without one
  if (psbt !== undefined) {
    const psbtTerms = { network, user: request.user, references, depositAddress, input, feeCap };
    return { kind: "psbt", offer: readPsbtOffer(psbt, psbtTerms) };
  }
  if (depositAddress === undefined || !checkBitcoinAddress(network, depositAddress)) {
    throw unsafe(
      `its deposit address ${depositAddress ?? "(none)"} is not a Bitcoin address on the ${network}`,
    );
  }
  if (to !== undefined && to !== depositAddress) throw disagreement(depositAddress, to);
  if (data !== "0x") throw unsafe(`a Bitcoin payment carries no call data, got ${data.slice(0, 20)}`);
  const sats = value === undefined ? input : BigInt(value);
  if (sats === undefined || sats === 0n) throw unsafe("it does not say how many sats to pay");
  checkAmount(sats, input);
  return { kind: "bitcoin-payment", address: depositAddress, sats };
}

function planEvm(
  { request }: WalletQuote,
  step: QuotedStep,
  { to = "", data = "0x", value = 0, chainId }: ItemData,
  input: bigint | undefined,
): PlannedAction {
  checkChain(chainId, request.originChainId);
  const transaction = {
    chainId: request.originChainId,
    to: addressOf(to, "receiver"),
    data: hexOf(data),
    value: BigInt(value),
  };
  const token = addressOf(request.originCurrency, "origin currency", ZERO_ADDRESS);
  const payee = payeeOf(step, request);
  if (token === ZERO_ADDRESS) checkNative(transaction, payee, input);
  else checkToken(transaction, token, payee, input);
  return { kind: "evm-transaction", transaction };
}

/** To whom a step hands the money over directly; undefined where a contract is called, whose data cannot be read here. */
function payeeOf(
  { id, depositAddress }: QuotedStep,
  request: WalletQuote["request"],
): EvmAddress | undefined {
  if (depositAddress !== undefined) return addressOf(depositAddress, "deposit address");
  if (request.useDepositAddress && id === "deposit")
    throw unsafe("a deposit address was asked for and none given");
  return id === "send" ? addressOf(request.recipient ?? request.user, "recipient") : undefined;
}

/** A coin that goes to a payee is a plain transfer of the quoted amount (4.4); a call may carry up to that amount. */
function checkNative(
  { to, data, value }: EvmTransaction,
  payee: EvmAddress | undefined,
  input: bigint | undefined,
): void {
  if (payee === undefined) {
    if (input !== undefined && value > input)
      throw unsafe(`it sends ${value}, the quote is for ${input} in smallest units`);
    return;
  }
  if (to !== payee) throw disagreement(payee, to);
  if (data !== "0x")
    throw unsafe(`a plain transfer to ${payee} carries no call data, got ${data.slice(0, 20)}`);
  checkAmount(value, input);
}

/** On a token's route the chain's own coin stays where it is; a token that goes to a payee is a transfer of its contract. */
function checkToken(
  { to, data, value }: EvmTransaction,
  token: EvmAddress,
  payee: EvmAddress | undefined,
  input: bigint | undefined,
): void {
  if (value > 0n) {
    throw unsafe(
      `it sends ${value} of the chain's own coin to ${to}, although what was quoted is token ${token}`,
    );
  }
  if (payee === undefined) return checkAllowance(data, input);
  if (to !== token) throw disagreement(`the contract of token ${token}`, to);
  const { receiver, amount } = readTransfer(data);
  if (receiver !== payee) throw disagreement(payee, receiver);
  checkAmount(amount, input);
}

const TRANSFER = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})/i; // transfer(address,uint256); a note may follow

function readTransfer(data: Hex): Readonly<{ receiver: string; amount: bigint }> {
  const [, receiver, amount] = TRANSFER.exec(data) ?? [];
  if (receiver === undefined || amount === undefined) {
    throw unsafe(`expected a token transfer to the payee, got the call ${data.slice(0, 10)}`);
  }
  return { receiver: `0x${receiver.toLowerCase()}`, amount: BigInt(`0x${amount}`) };
}

const APPROVAL = /^0x095ea7b3[0-9a-f]{64}([0-9a-f]{64})$/i; // approve(address,uint256)

/** An allowance above the input would outlive the request and could be used later. */
function checkAllowance(data: Hex, input: bigint | undefined): void {
  const allowed = APPROVAL.exec(data)?.[1];
  if (allowed === undefined || input === undefined || BigInt(`0x${allowed}`) <= input) return;
  throw unsafe(
    `it allows ${BigInt(`0x${allowed}`)} to be taken, the quote is for ${input} in smallest units`,
  );
}

function checkAmount(amount: bigint, input: bigint | undefined): void {
  if (input !== undefined && amount !== input) {
    throw unsafe(`it pays ${amount}, the quote is for ${input} in smallest units`);
  }
}

function checkChain(chainId: number | undefined, expected: number): void {
  if (chainId !== expected)
    throw unsafe(`it is for chain ${chainId ?? "(none)"}, the request was for chain ${expected}`);
}

function addressOf(text: string, what: string, also?: EvmAddress): EvmAddress {
  const address = checkEvmAddress(text);
  if (address && (address !== ZERO_ADDRESS || also === ZERO_ADDRESS)) return address;
  throw unsafe(`expected an EVM address as ${what}, got "${text.slice(0, 64)}"`);
}

function hexOf(data: string): Hex {
  if (isHex(data) && data.length % 2 === 0) return data;
  throw unsafe(`expected call data in hex, got "${data.slice(0, 20)}"`);
}

function disagreement(expected: string, actual: string): Error {
  return unsafe(`its money should go to ${expected} and would go to ${actual}`);
}
