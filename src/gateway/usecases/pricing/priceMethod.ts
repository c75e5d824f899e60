import { timeOrderedId } from "../../../values/ids.ts";
import { wasPaid } from "../../domain/invoices/due.ts";
import { inPrice, remainingOf } from "../../domain/invoices/paid.ts";
import type { Cost, Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { forgivable } from "../../domain/invoices/policy.ts";
import { bpsFloor, divFloor, min } from "../../../values/amount.ts";
import { firstPoint, heldMinimum, quoteAsker, type QuoteTask } from "./askQuotes.ts";
import { GatewayError } from "../../errors.ts";
import type { AmountLease } from "../../ports/directPort.ts";
import { priceDirect } from "./priceDirect.ts";
import { findInput, type Attempt, type Point } from "./findInput.ts";
import { costsOf } from "./methodFigures.ts";
import { addressRoute, reusableAddress } from "./reusableAddress.ts";
import type { Method } from "./methods.ts";
import type { PricingContext } from "./pricingContext.ts";
import type { Quote } from "../../ports/servicePort.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import type { Lease, NewAddress, QuoteRecord } from "../../ports/persistencePort.ts";
import { refuseBelowDust } from "./dust.ts";
import { feeFloor, refuseTooSmall } from "./feePolicy.ts";
import { rejectOverpricedQuote } from "./rejectOverpricedQuote.ts";
import { rateOf, stillHolds, type QuotedRate } from "./quotedRate.ts";
import { readRoute, rememberRoute, routeKey, type RouteMemory } from "./feeCurveCache.ts";

/** A price in the payer's coin, with everything that must be written before anyone sees it. */
export type Priced = Readonly<{
  offer: Offer;
  quotes: readonly QuoteRecord[];
  addresses: readonly NewAddress[];
  lease?: Lease; // none when the invoice already holds the address
  amount?: AmountLease; // of a direct offer, which has no address of its own
}>;

/** An address that is already ours to use, and the rate that the service holds its deposits to. */
type Target = Readonly<{ address: string; requestId: string; quoted?: QuotedRate | undefined }>;

/**
 * Works out what a payer has to send by a method so that the merchant gets the price. A free address of the same route is
 * used again with indicative quotes while the rate that it was quoted at holds; else each round asks a deposit address, and
 * those not used go into the cache.
 * Throws GatewayError; nothing is written here.
 */
export async function priceMethod(
  gateway: PricingContext,
  store: MerchantStore,
  invoice: Invoice,
  method: Method,
): Promise<Priced> {
  try {
    const priced = await (method.direct
      ? priceDirect(gateway, invoice, method)
      : price(gateway, store, invoice, method));
    gateway.refusals.forget(invoice.id, method.id);
    return priced;
  } catch (error) {
    gateway.refusals.note(invoice.id, method.id, error); // page and API show the reason
    throw error;
  }
}

/** What a price is worked out from. `terms` ask for what is still to be paid: the whole price, or the rest of it. */
type Task = QuoteTask &
  Readonly<{ invoice: Invoice; route: string; held: Target | undefined; target: Target | undefined }>;

async function price(
  gateway: PricingContext,
  store: MerchantStore,
  invoice: Invoice,
  method: Method,
): Promise<Priced> {
  const refundTo = refundAddress(store, invoice, method);
  const route = routeKey(invoice.terms.settlement, method, refundTo);
  const memory = await readRoute(gateway, route);
  const due = remainingOf(invoice);
  const terms = { ...invoice.terms, due, price: inPrice(invoice.terms, due) };
  const isRest = due < invoice.terms.due;
  if (isRest) refuseBelowDust(invoice, method, terms);
  // After a part payment an expensive price for the rest is better than none, unless the rest is forgiven
  // anyway.
  const isDearAllowed = isRest && due > forgivable(invoice.terms, 0n);
  if (!isDearAllowed) refuseTooSmall(gateway, memory, terms, method);
  const { strictAddresses } = store.settings; // then an address is one order, and none is used again
  const held = strictAddresses ? undefined : heldAddress(invoice, method, refundTo, due);
  // A rest has to bring what is missing. The quote of an address of its own binds the service to that.
  const isFresh = strictAddresses || isRest;
  const target =
    held ?? (isFresh ? undefined : await reusableAddress(gateway, addressRoute(store, route), due));
  const again: Task = { gateway, store, invoice, terms, method, refundTo, route, held, target };
  const { task, best, tried } = await findOffer(again, memory.points);
  await rejectOverpricedQuote(gateway, terms, method, best.point.input);
  const minimumDue = knownFloor(memory, task, feeFloor(best.quote, terms));
  const points =
    tried.length > 1 ? tried.map(({ point }) => point) : [...memory.points.slice(-1), best.point];
  const costs = costsOf(best.quote, costOf(best.quote));
  await rememberRoute(gateway, route, memory, { points: distinct(points).slice(-2), minimumDue, costs });
  if (!isDearAllowed) refuseTooSmall(gateway, { minimumDue, at: gateway.clock() }, terms, method);
  return assemble(task, best, tried);
}

/**
 * The route's floor after a quote. An indicative one counts the gas of another transaction than a transfer to an address, which
 * is more: it can lower the floor that the quote of an address has shown, and not raise it.
 */
function knownFloor(
  { minimumDue }: RouteMemory,
  { target }: Task,
  floor: bigint | undefined,
): bigint | undefined {
  return target && floor !== undefined && minimumDue !== undefined ? min(minimumDue, floor) : floor;
}

type Found = Readonly<{ task: Task; best: Attempt<Quote>; tried: readonly Attempt<Quote>[] }>;

/** Looks for the input at the address that is there already; at a new one when prices or fees have moved away from that one's quote. */
async function findOffer(task: Task, points: readonly Point[]): Promise<Found> {
  const known = points.length > 0 ? points : [await firstPoint(task)];
  const { best, tried } = await findInput(task.terms.due, known, quoteAsker(task));
  if (!task.target || stillHolds(task.target.quoted, quotedRate(best, task.store), best.quote.output))
    return { task, best, tried };
  return findOffer({ ...task, held: undefined, target: undefined }, [best.point]);
}

function quotedRate(attempt: Attempt<Quote>, store: MerchantStore): QuotedRate {
  const floor = floorOf(attempt, store);
  return rateOf({ input: attempt.point.input, cost: costOf(attempt.quote), floor });
}

function assemble(task: Task, best: Attempt<Quote>, tried: readonly Attempt<Quote>[]): Priced {
  const { gateway, store, invoice, terms, method, refundTo, route, held, target } = task;
  const at = gateway.clock();
  const newId = () => timeOrderedId(at, gateway.random);
  const place = target ?? placeOf(best.quote);
  const minimum = heldMinimum(task, best.quote, best.point.input);
  const quotes = tried.map(({ quote, point }): QuoteRecord => ({
    id: newId(),
    invoiceId: invoice.id,
    methodId: method.id,
    requestId: quote.requestId,
    kind: target ? "indicative" : "deposit",
    input: point.input,
    raw: quote.raw,
    at,
  }));
  const quoteId = quotes[tried.indexOf(best)]?.id ?? newId();
  const offer: Offer = {
    quoteId,
    methodId: method.id,
    chainId: method.chainId,
    currency: method.currency,
    decimals: method.decimals,
    symbol: method.symbol,
    refundTo,
    requestId: place.requestId,
    depositAddress: place.address,
    input: best.point.input,
    covers: terms.due,
    floor: floorOf({ ...best, quote: { ...best.quote, minimum } }, store),
    from: at,
    cost: costOf(best.quote),
  };
  const addresses = target
    ? []
    : tried.map((attempt): NewAddress => {
        const { address, requestId } = placeOf(attempt.quote);
        const quoted = quotedRate(attempt, store);
        const spare = attempt !== best;
        return {
          chainId: method.chainId,
          address,
          requestId,
          route: addressRoute(store, route),
          spare,
          quoted,
        };
      });
  const lease: Lease = {
    id: newId(),
    chainId: method.chainId,
    address: place.address,
    requestId: place.requestId,
    invoiceId: invoice.id,
    methodId: method.id,
    fromAt: at,
  };
  return { offer, quotes, addresses, ...(held ? {} : { lease }) };
}

/**
 * The offer's minimum output, in settlement units: the service's minimum, else its estimate less the merchant's margin, else the
 * result of a rate.
 */
export function floorOf({ quote, point }: Attempt<Quote>, store: MerchantStore): bigint {
  if (quote.minimum !== undefined) return quote.minimum;
  if (quote.output === undefined) return point.yield;
  return quote.output - bpsFloor(quote.output, store.settings.marginBps ?? 0);
}

/**
 * The cost of the conversion by the quote, in settlement units; undefined when it states no dollar amounts.
 */
export function costOf({
  output,
  outputUsd,
  inputUsd,
  feesByKindUsd,
}: Pick<Quote, "output" | "outputUsd" | "inputUsd" | "feesByKindUsd">): Cost | undefined {
  if (output === undefined || !outputUsd || inputUsd === undefined) return undefined;
  const inUnits = (usd: bigint) => divFloor(output * usd, outputUsd);
  const fees = Object.entries(feesByKindUsd).map(([kind, usd]) => [kind, inUnits(usd)] as const);
  return { gross: inUnits(inputUsd), fees: Object.fromEntries(fees) };
}

function placeOf(quote: Quote): Pick<Target, "address" | "requestId"> {
  return { address: quote.depositAddress ?? "", requestId: quote.requestId }; // askQuotes.ts has refused ""
}

/**
 * The address that the invoice holds for the method and the same amount already, for a price that is renewed under the page.
 * Not one that was paid: a further payment to it is quoted when it arrives, and no quote of ours binds the service then.
 */
function heldAddress({ facts }: Invoice, method: Method, refundTo: string, due: bigint): Target | undefined {
  const offer = facts.offers.findLast(
    (other) =>
      other.methodId === method.id &&
      other.refundTo === refundTo &&
      other.covers === due &&
      !wasPaid(facts, other),
  );
  const first = facts.offers.find((other) => other.requestId === offer?.requestId);
  return (
    offer && { address: offer.depositAddress, requestId: offer.requestId, quoted: first && rateOf(first) }
  );
}

/** The payer's own address where one was given at the checkout, else the shop's. Throws GatewayError method_not_available without either. */
export function refundAddress(store: MerchantStore, { facts }: Invoice, method: Method): string {
  const refundTo = facts.refundTo[method.chainId] ?? store.settings.refunds[String(method.chainId)];
  if (refundTo) return refundTo;
  throw new GatewayError(
    "method_not_available",
    `${method.name} needs a refund address: without one the service cannot send back what it cannot deliver.`,
  );
}

function distinct(points: readonly Point[]): readonly Point[] {
  return points.filter((point, index) => points.findIndex(({ input }) => input === point.input) === index);
}
