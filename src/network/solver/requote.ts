import type { Write } from "../../database/driver.ts";
import { min } from "../../values/amount.ts";
import { requireCurrency, type Currency } from "../catalog.ts";
import { leastOutput, offerOf, smallestOutput } from "../fillRules.ts";
import { draftOf, draftWrites, observe, type Draft } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { permitOf } from "../permits/permit.ts";
import { better, swapPrice } from "../pools/swapPrice.ts";
import { quoteRecord } from "../quote/quoteRecord.ts";
import {
  priceInput,
  priceOutput,
  type Conditions,
  type Market,
  type PoolSwaps,
  type Price,
} from "../quote/pricing.ts";
import { estimateRefund } from "../refundEstimate.ts";
import { refundAddress } from "../refundTarget.ts";
import type { BridgeRequest, Deposit, FailReason } from "../request.ts";
import { chargeFees, feesHeld } from "../sponsors/quoteFees.ts";
import { supersedeQuoted } from "./supersede.ts";

/**
 * A request after it was priced anew, and what its fill is to pay; undefined where there is none. `swap` is what pools bring of
 * it, and `least` what the whole fill has to bring, in destination units.
 */
export type Requoted = Readonly<{
  draft: Draft;
  amount: bigint | undefined;
  swap: PoolSwaps | undefined;
  least: bigint;
  charge: readonly Write[]; // of the fees that an application pays: for the commit that signs the fill
}>;

/** The capacity of the solver, and how the fill may be paid. */
export type Means = Readonly<{
  capacityOf: (currency: Currency) => Promise<bigint>;
  fillGas?: bigint | undefined; // where the fill is not a plain payment
  swapGas?: bigint | undefined; // of a fill through pools, where it was found to be more than usual
  withPools?: boolean;
}>;

/**
 * The request after it was priced anew for its actual deposit, in that currency (interface specification 3,
 * rules 2 to 4): paid from the service's own coins or through pools, whichever brings more. The quoted request
 * that the deposit replaces is superseded before anything is decided about it.
 */
export async function requote(
  parts: NetworkParts,
  request: BridgeRequest,
  destination: Currency,
  { capacityOf, fillGas, swapGas, withPools = false }: Means,
): Promise<Requoted> {
  const { deposit, method, calls } = request;
  if (!deposit) throw new Error(`Request ${request.id} is to be filled without a deposit.`);
  const origin = requireCurrency(parts.catalog, deposit);
  const permit = method === "permit" ? permitOf(request).kind : undefined;
  const route = { origin, destination, method, calls, permit };
  const market = await parts.market.market({ ...route, ...(fillGas !== undefined && { fillGas }) });
  const fees = await feesHeld(parts, request);
  const { slippageBps, appFees } = request;
  const conditions = { slippageBps, appFees, ...(fees && { sponsoredUsd: fees.held }) };
  const own = await priceOf(parts, request, deposit, market, conditions);
  const capacity = await capacityOf(destination);
  const swapped = withPools
    ? await swapPrice(parts, {
        ...{ route, input: deposit.amount, conditions, capacityOf },
        ...(swapGas !== undefined && { fillGas: swapGas }),
      })
    : undefined;
  const price = better(own, swapped, capacity);
  const payable = smallestOutput(parts.bitcoin.network, destination, request);
  const limits = { payable, capacity: price.swap ? price.output : capacity };
  const offer = offerOf(price, limits, quoteRecord(price, market));
  await supersedeQuoted(parts, request, deposit, offer);
  const { draft, effects } = observe(draftOf(request), { kind: "requoted", offer, at: parts.clock() });
  const amount = effects.find((effect) => effect.kind === "sign-fill")?.amount;
  const charge = fees && amount !== undefined ? await chargeFees(parts, fees, price, market.output) : [];
  return { draft, amount, swap: price.swap, least: leastOutput(request, deposit) ?? 0n, charge };
}

/**
 * The price of what is bridged of a deposit. An exact output is paid for by its quoted input; what came on top goes back, so it
 * must not make an old price good. Where its input had room for a worse price, only what it costs now is taken, unless the rest
 * is not worth its refund.
 */
async function priceOf(
  parts: NetworkParts,
  request: BridgeRequest,
  deposit: Deposit,
  market: Market,
  conditions: Conditions,
): Promise<Price> {
  const { tradeType, floor, slippageBps, recoveryAddress } = request;
  const refundTo = refundAddress(request) ?? recoveryAddress;
  if (tradeType !== "EXACT_OUTPUT" || !floor) return priceInput(deposit.amount, market, conditions);
  const quoted = priceInput(min(deposit.amount, floor.input), market, conditions);
  const least = priceOutput(floor.output, market, conditions);
  if (slippageBps === 0 || refundTo === undefined || least.input >= quoted.input) return quoted;
  const rest = { ...deposit, amount: deposit.amount - least.input };
  const { arrives } = await estimateRefund(parts, request, rest, refundTo);
  return arrives === undefined ? quoted : least;
}

/** Refunds a request with an impossible fill, although its price would be right. */
export function notFillable(
  parts: NetworkParts,
  request: BridgeRequest,
  reason: FailReason,
  why?: string,
): Promise<void> {
  const seen = { kind: "not-fillable", reason, at: parts.clock() } as const;
  if (why !== undefined) parts.log.warn("network.fill_would_revert", { request: request.id, why });
  return keepRefused(parts, observe(draftOf(request), seen).draft);
}

/** Stores a request that is not filled, with the reason. */
export async function keepRefused({ store, log }: NetworkParts, draft: Draft): Promise<void> {
  await store.commit(draftWrites(store, draft));
  const { id, state, failReason: reason } = draft.now;
  log.warn("network.not_filled", { request: id, state, reason });
}
