import type { Hex } from "viem";
import { isHex } from "viem/utils";
import { checkEvmAddress, ZERO_ADDRESS, type EvmAddress } from "../evm/codec/address.ts";
import { checkAmount, checkChain, disagreement } from "./agreement.ts";
import { unsafe } from "./errors.ts";
import type { ItemData, QuotedStep, QuoteBody } from "./quote.ts";
import type { EvmTransaction } from "./signers.ts";

/**
 * The transaction of an item, exactly as given. Throws WalletError unsafe_quote when it would move other
 * money, more of it, or to another place than the request and the step's own deposit address (4.4).
 */
export function planEvm(
  request: QuoteBody,
  step: QuotedStep,
  { to = "", data = "0x", value = 0, chainId }: ItemData,
  input: bigint | undefined,
): EvmTransaction {
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
  return transaction;
}

/** The direct payee of a step; undefined for a contract call, whose data cannot be read here. */
function payeeOf({ id, depositAddress }: QuotedStep, request: QuoteBody): EvmAddress | undefined {
  if (depositAddress !== undefined && request.useDepositAddress !== true)
    throw unsafe(`it sends to ${depositAddress.slice(0, 64)}, although no deposit address was asked for`);
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
    checkCall(to, data, ZERO_ADDRESS, input);
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
  if (payee === undefined) return checkCall(to, data, token, input);
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

const APPROVAL = /^0x095ea7b30{24}([0-9a-f]{40})([0-9a-f]{64})$/i; // approve(address,uint256)
export const ABOVE_ANY_SUPPLY = 2n ** 128n; // an approval above this counts as unlimited

/** Decodes an ERC-20 approve call; undefined for other calls. */
export function allowanceIn(data: Hex): Readonly<{ spender: string; amount: bigint }> | undefined {
  const [, spender, amount] = APPROVAL.exec(data) ?? [];
  if (spender === undefined || amount === undefined) return undefined;
  return { spender: `0x${spender.toLowerCase()}`, amount: BigInt(`0x${amount}`) };
}

/** transfer, transferFrom, approve, increaseAllowance; setApprovalForAll and the transfers of collectibles; Permit2's own */
const TOKEN_MOVES =
  /^0x(a9059cbb|23b872dd|095ea7b3|39509351|a22cb465|42842e0e|b88d4fde|f242432a|2eb2c2d6|87517c45|36c78516|0d58b1db|2b67b570|30f28b7a)/i;

/** Returns the amount that a transaction transfers itself, as value or by an ERC-20 transfer, in smallest units of the origin currency. */
export function givenBy({ value, data }: EvmTransaction): bigint {
  const moved = TRANSFER.exec(data)?.[2];
  return moved === undefined ? value : BigInt(`0x${moved}`);
}

/** What a contract does with its call cannot be read here, but a token's own calls can: none is needed but an allowance. */
function checkCall(to: EvmAddress, data: Hex, token: EvmAddress, input: bigint | undefined): void {
  const isAllowance = to === token && APPROVAL.test(data);
  if (!isAllowance && (to === token || TOKEN_MOVES.test(data)))
    throw unsafe(
      `it calls ${data.slice(0, 10)} of ${to}, which would move tokens by itself; only an allowance of ${token} was expected`,
    );
  checkAllowance(data, input);
}

/** An allowance above the input would outlive the request and could be used later. */
function checkAllowance(data: Hex, input: bigint | undefined): void {
  const { amount } = allowanceIn(data) ?? {};
  if (amount === undefined || amount <= (input ?? ABOVE_ANY_SUPPLY)) return;
  const quoted = input === undefined ? "states no amount" : `is for ${input} in smallest units`;
  throw unsafe(`it allows ${amount} to be taken, the quote ${quoted}`);
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
