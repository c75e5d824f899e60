import { divCeil } from "../values/amount.ts";
import type { Instant } from "../values/time.ts";
import { isThroughPools } from "./pools/poolContracts.ts";
import { worthOf, type Price } from "./quote/pricing.ts";
import { sameKey, type BridgeRequest, type Deposit, type FailReason } from "./request.ts";

/**
 * The bridge of the actual deposit at the prices and fees of now, in destination units: what it would bring, what the deposit
 * is worth before the service's fee and gas (without the shares of applications), and what of that is the service's own fee
 * (without gas). `capacity` is what the solver can still give. `taken` is what the bridge needs of the deposit where that is less
 * than all of it, in smallest units of the deposit.
 */
export type Offer = Readonly<{
  taken?: bigint;
  output: bigint;
  worth: bigint;
  fee: bigint;
  capacity: bigint;
  quote: unknown;
}>;

/** Where no quoted minimum fits a deposit, and where less came than quoted, these three quarters of it must arrive. */
const LEAST_SHARE = { parts: 3n, of: 4n } as const;

/** The offer that a price makes for a deposit. `quote` is kept with the promise. */
export function offerOf(price: Price, capacity: bigint, quote: unknown): Offer {
  const { input: taken, output, fees } = price;
  return { taken, output, worth: worthOf(price) - fees.app, fee: fees.relayerService, capacity, quote };
}

/** What the recipient gets of an offer, in destination units: the whole output, or exactly the promised one. */
export function fillAmount({ tradeType, floor, deposit }: BridgeRequest, offer: Offer): bigint {
  const exact = tradeType === "EXACT_OUTPUT" && floor && deposit && deposit.amount >= floor.input;
  return exact ? floor.output : offer.output;
}

/** Why a deposit is given back and not filled with `amount`; undefined when it is fit for its fill. */
export function fillRefusal(
  request: BridgeRequest,
  deposit: Deposit,
  offer: Offer,
  amount: bigint,
  at: Instant,
): FailReason | undefined {
  const { expiresAt, floor } = request;
  if (expiresAt !== undefined && at > expiresAt) return "TTL_EXPIRED";
  const misfit = orderMismatch(request, deposit);
  if (misfit) return misfit;
  if (offer.output <= 0n && !asksForNothing(request)) return "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL";
  const least = leastOutput(request, deposit);
  const isCovered = floor !== undefined && least !== undefined && deposit.amount >= floor.input;
  if (!isCovered && offer.output * LEAST_SHARE.of < offer.worth * LEAST_SHARE.parts)
    return "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL"; // the flat part of the fees would eat it
  // An exact output may cost more than it did: up to the service's own fee. So a quote is never an option at its cost, however
  // long it stays unused (decision 10).
  const borne = request.tradeType === "EXACT_OUTPUT" ? offer.fee : 0n;
  const isWorse = least !== undefined && offer.output + borne < least;
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

/** Calls without a value bring nothing but themselves (interface specification 4.1). */
function asksForNothing({ calls, floor }: BridgeRequest): boolean {
  return calls.length > 0 && floor?.output === 0n;
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
