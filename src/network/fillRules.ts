import { scriptOf, type BitcoinAddress, type BitcoinNetwork } from "../bitcoin/codec/address.ts";
import { dustThreshold } from "../bitcoin/codec/outputScript.ts";
import { divCeil } from "../values/amount.ts";
import type { Instant } from "../values/time.ts";
import type { Currency } from "./catalog.ts";
import { isThroughPools } from "./pools/poolContracts.ts";
import { worthOf, type Price } from "./quote/pricing.ts";
import { sameKey, type BridgeRequest, type Deposit, type FailReason } from "./request.ts";

/**
 * The bridge of the actual deposit at the prices and fees of now, in destination units: what it would bring, what the deposit
 * is worth before the service's fee and gas (without the shares of applications), and what of that is the service's own fee
 * (without gas). `payable` is the smallest output that can be paid out, `capacity` what the solver can still give. `taken` is
 * what the bridge needs of the deposit where that is less than all of it, in smallest units of the deposit.
 */
export type Offer = Readonly<{
  taken?: bigint;
  output: bigint;
  worth: bigint;
  fee: bigint;
  payable: bigint;
  capacity: bigint;
  quote: unknown;
}>;

/** The offer that a price makes for a deposit. `quote` is kept with the promise. */
export function offerOf(
  price: Price,
  { payable, capacity }: Pick<Offer, "payable" | "capacity">,
  quote: unknown,
): Offer {
  const { input: taken, output, fees } = price;
  const worth = worthOf(price) - fees.app;
  return { taken, output, worth, fee: fees.relayerService, payable, capacity, quote };
}

/**
 * Returns the smallest output that can be paid out, in destination units: what is left of a deposit after fees and gas. Quotes
 * and fills use the same limit, so a quoted amount is never refused as too small (interface specification 4.4, 3). On Bitcoin
 * nodes relay nothing below the dust threshold; calls may bring nothing but themselves.
 */
export function smallestOutput(
  network: BitcoinNetwork,
  destination: Pick<Currency, "kind">,
  { recipient, calls }: Pick<BridgeRequest, "recipient" | "calls">,
): bigint {
  if (destination.kind !== "bitcoin") return calls.length > 0 ? 0n : 1n;
  return dustThreshold(scriptOf(network, recipient as BitcoinAddress)); // checked for a Bitcoin destination
}

/**
 * Returns what the recipient gets of an offer, in destination units: exactly the promised output, or the whole output. Where that
 * has fallen below the quoted minimum by no more than the service's own fee, the recipient gets the minimum: fees and prices move
 * a little between a quote and its fill (decision 10).
 */
export function fillAmount(request: BridgeRequest, offer: Offer): bigint {
  const { tradeType, floor, deposit } = request;
  if (tradeType === "EXACT_OUTPUT" && floor && deposit && deposit.amount >= floor.input) return floor.output;
  const least = deposit && leastOutput(request, deposit);
  const isPromised = least !== undefined && least >= offer.payable;
  return isPromised && least > offer.output && isBorne(offer, least) ? least : offer.output;
}

/** Pools pay exactly what they bring, so nothing is added to it. */
function isBorne({ output, fee, quote }: Offer, least: bigint): boolean {
  return !isThroughPools(quote) && output + fee >= least;
}

/** Why a deposit is given back and not filled with `amount`; undefined when it is fit for its fill. */
export function fillRefusal(
  request: BridgeRequest,
  deposit: Deposit,
  offer: Offer,
  amount: bigint,
  at: Instant,
): FailReason | undefined {
  const { expiresAt } = request;
  if (expiresAt !== undefined && at > expiresAt) return "TTL_EXPIRED";
  const misfit = orderMismatch(request, deposit);
  if (misfit) return misfit;
  if (amount < offer.payable) return "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL";
  const least = leastOutput(request, deposit);
  const isWorse = least !== undefined && offer.output < least && !isBorne(offer, least);
  const short = isWorse ? "SLIPPAGE" : amount > offer.capacity ? "SOLVER_BALANCE_TOO_LOW" : undefined;
  if (short === undefined || !isThroughPools(request.quote)) return short;
  // The market would still allow it: what the quote had counted on is not there any more.
  return least === undefined || offer.worth >= least ? "INSUFFICIENT_POOL_LIQUIDITY" : short;
}

/**
 * The quoted minimum for what really came, in destination units, rounded up: it is a rate (interface specification 3, rule 2),
 * so everything in it but the flat fees grows and shrinks with the amount (decision 1). An exact output has one amount only.
 * Undefined where nothing was quoted: for a further deposit, another currency or another chain, which are quoted when they
 * arrive (rules 3 and 4).
 */
export function leastOutput(
  { floor, origin, tradeType }: BridgeRequest,
  deposit: Deposit,
): bigint | undefined {
  if (!floor || !sameKey(origin, deposit)) return undefined;
  if (tradeType === "EXACT_OUTPUT") return floor.output;
  return divCeil((floor.output + floor.flat) * deposit.amount, floor.input) - floor.flat;
}

/** A strict order takes one deposit, in its own currency and of at least its amount; calls and exact outputs need the same. */
function orderMismatch(request: BridgeRequest, deposit: Deposit): FailReason | undefined {
  const { floor, strict, tradeType, calls, origin } = request;
  if (!strict && tradeType !== "EXACT_OUTPUT" && calls.length === 0) return undefined;
  if (deposit.chainId !== origin.chainId) return "DEPOSIT_CHAIN_MISMATCH";
  if (!sameKey(deposit, origin)) return "INCORRECT_DEPOSIT_CURRENCY";
  if (!floor) return "DOUBLE_SPEND"; // a further deposit has no order
  return deposit.amount < floor.input ? "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL" : undefined;
}

/**
 * What a fill leaves over of its deposit, in smallest units of the deposit: what came on top of an exact output's cost goes
 * back. Zero for every other request. One that was filled before its cost was kept has cost what was quoted.
 */
export function excessOf({
  tradeType,
  floor,
  deposit,
  taken,
}: Pick<BridgeRequest, "tradeType" | "floor" | "deposit" | "taken">): bigint {
  if (tradeType !== "EXACT_OUTPUT" || !floor || !deposit) return 0n;
  const cost = taken ?? floor.input;
  return deposit.amount > cost ? deposit.amount - cost : 0n;
}
