import { isCanonicalBitcoin } from "../bitcoin/address.ts";
import { checkEvmAddress } from "../evm/address.ts";
import { timeOrderedId } from "../ids.ts";
import type { Invoice, Offer } from "../invoices/invoice.ts";
import { bpsFloor } from "../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { GatewayError } from "./errors.ts";
import { findInput, type Attempt, type Point } from "./findInput.ts";
import { reusableAddress } from "./reusableAddress.ts";
import type { Method } from "./methods.ts";
import type { Gateway, Quote, QuoteAsk } from "./ports.ts";
import type { Lease, MerchantStore, NewAddress, QuoteRecord } from "./storePort.ts";
import { feeFloor, refuseTooSmall, yieldOf } from "./feePolicy.ts";
import { readRoute, rememberRoute, routeKey } from "./routes.ts";

/** A price in the payer's coin, with everything that must be written before anyone sees it. */
export type Priced = Readonly<{
  offer: Offer;
  quotes: readonly QuoteRecord[];
  addresses: readonly NewAddress[];
  lease: Lease | undefined; // undefined when the invoice already holds the address
}>;

type Target = Readonly<{ address: string; requestId: string }>; // an address that is already ours to use

/**
 * Works out what a payer has to send by a method so that the merchant gets the price. A free address of the same route is
 * used again with indicative quotes; else each round asks a deposit address, and those not used go into the cache.
 * Throws GatewayError; nothing is written here.
 */
export async function priceMethod(
  gateway: Gateway,
  store: MerchantStore,
  invoice: Invoice,
  method: Method,
): Promise<Priced> {
  try {
    const priced = await price(gateway, store, invoice, method);
    gateway.refusals.forget(invoice.id, method.id);
    return priced;
  } catch (error) {
    gateway.refusals.note(invoice.id, method.id, error); // for the page and the API, which must say why
    throw error;
  }
}

async function price(
  gateway: Gateway,
  store: MerchantStore,
  invoice: Invoice,
  method: Method,
): Promise<Priced> {
  const refundTo = refundAddress(store, method);
  const route = routeKey(store, method, refundTo);
  const memory = await readRoute(gateway, route);
  refuseTooSmall(gateway, memory, invoice.terms, method);
  const held = heldAddress(invoice, method);
  const target = held ?? (await reusableAddress(gateway, route));
  const ask = asker(gateway, store, invoice, method, refundTo, target);
  const known =
    memory.points.length > 0 ? memory.points : [await firstPoint(gateway, store, invoice, method)];
  const { best, tried } = await findInput(invoice.terms.due, known, ask);
  const minimumDue = feeFloor(best.quote, invoice.terms);
  const points =
    tried.length > 1 ? tried.map(({ point }) => point) : [...memory.points.slice(-1), best.point];
  await rememberRoute(gateway, route, { points: distinct(points).slice(-2), minimumDue });
  refuseTooSmall(gateway, { minimumDue, at: gateway.clock(), points }, invoice.terms, method);
  return assemble(
    gateway,
    invoice,
    method,
    { refundTo, route, target, held: held !== undefined },
    best,
    tried,
    store,
  );
}

function asker(
  gateway: Gateway,
  store: MerchantStore,
  invoice: Invoice,
  method: Method,
  refundTo: string,
  target: Target | undefined,
) {
  return async (amount: bigint): Promise<Attempt<Quote>> => {
    const quote = await gateway.service.quote({
      ...quoteAsk(gateway, store, method, refundTo),
      amount,
      tradeType: "EXACT_INPUT",
      depositAddress: target ? undefined : { refundTo },
    });
    if (!target) checkDepositAddress(gateway, method, quote);
    return {
      quote,
      point: { input: amount, yield: await yieldOf(gateway, store, invoice.terms, method, amount, quote) },
    };
  };
}

function quoteAsk(
  gateway: Gateway,
  store: MerchantStore,
  method: Method,
  refundTo: string,
): Omit<QuoteAsk, "amount" | "tradeType" | "depositAddress"> {
  const { settlement } = store.settings;
  return {
    user: method.chainId === BITCOIN_CHAIN_ID ? quoteUser(gateway) : refundTo,
    originChainId: method.chainId,
    originCurrency: method.currency,
    destinationChainId: settlement.chainId,
    destinationCurrency: settlement.currency,
    recipient: settlement.recipient,
  };
}

/**
 * Where to start on a route without history: what the service says the price would cost, else what one coin is worth by the
 * exchange rate less the store's margin. Throws quote_without_minimum unless the store has set one.
 */
async function firstPoint(
  gateway: Gateway,
  store: MerchantStore,
  invoice: Invoice,
  method: Method,
): Promise<Point> {
  const { due } = invoice.terms;
  const quote = await gateway.service.quote({
    ...quoteAsk(gateway, store, method, refundAddress(store, method)),
    amount: due,
    tradeType: "EXACT_OUTPUT",
    depositAddress: undefined,
  });
  const statesAmounts = quote.input !== due || quote.output !== undefined;
  if (statesAmounts) return { input: quote.input, yield: quote.output ?? due };
  const coin = 10n ** BigInt(method.decimals);
  return { input: coin, yield: await yieldOf(gateway, store, invoice.terms, method, coin, quote) };
}

function assemble(
  gateway: Gateway,
  invoice: Invoice,
  method: Method,
  how: Readonly<{ refundTo: string; route: string; target: Target | undefined; held: boolean }>,
  best: Attempt<Quote>,
  tried: readonly Attempt<Quote>[],
  store: MerchantStore,
): Priced {
  const at = gateway.clock();
  const newId = () => timeOrderedId(at, gateway.random);
  const place = how.target ?? placeOf(best.quote);
  const quotes = tried.map(({ quote, point }): QuoteRecord => ({
    ...{ id: newId(), invoiceId: invoice.id, methodId: method.id, requestId: quote.requestId },
    ...{ kind: how.target ? "indicative" : "deposit", input: point.input, raw: quote.raw, at },
  }));
  const quoteId = quotes[tried.indexOf(best)]?.id ?? newId();
  const offer: Offer = {
    ...{ quoteId, methodId: method.id, chainId: method.chainId, currency: method.currency },
    ...{ decimals: method.decimals, symbol: method.symbol, refundTo: how.refundTo },
    ...{ requestId: place.requestId, depositAddress: place.address },
    ...{ input: best.point.input, floor: floorOf(best, store), from: at },
  };
  const addresses = how.target
    ? []
    : tried.map(({ quote }): NewAddress => {
        const { address, requestId } = placeOf(quote);
        return { chainId: method.chainId, address, requestId, route: how.route, spare: quote !== best.quote };
      });
  const lease: Lease = {
    ...{ id: newId(), chainId: method.chainId, address: place.address, requestId: place.requestId },
    ...{ invoiceId: invoice.id, methodId: method.id, fromAt: at },
  };
  return { offer, quotes, addresses, lease: how.held ? undefined : lease };
}

/** The least that may arrive: the service's own minimum, else its estimate less the merchant's margin, else what a rate says. */
function floorOf({ quote, point }: Attempt<Quote>, store: MerchantStore): bigint {
  if (quote.minimum !== undefined) return quote.minimum;
  if (quote.output === undefined) return point.yield;
  return quote.output - bpsFloor(quote.output, store.settings.marginBps ?? 0);
}

function placeOf(quote: Quote): Target {
  return { address: quote.depositAddress ?? "", requestId: quote.requestId }; // checkDepositAddress has refused ""
}

/** An address must be valid for the chain that it is on, before anybody sees it. It is kept exactly as issued. */
function checkDepositAddress(gateway: Gateway, method: Method, quote: Quote): void {
  const address = quote.depositAddress ?? "";
  const isValid =
    method.chainId === BITCOIN_CHAIN_ID
      ? isCanonicalBitcoin(gateway.settings.bitcoinNetwork, address)
      : checkEvmAddress(address) !== undefined;
  if (isValid) return;
  throw new GatewayError(
    "quote_unusable",
    `The intent service answered "${address.slice(0, 100)}", which is no address on ${method.chainName}.`,
  );
}

/** The address that the invoice holds for the method already, for a price that is renewed under the page. */
function heldAddress(invoice: Invoice, method: Method): Target | undefined {
  const offer = invoice.facts.offers.findLast(({ methodId }) => methodId === method.id);
  return offer && { address: offer.depositAddress, requestId: offer.requestId };
}

function refundAddress(store: MerchantStore, method: Method): string {
  const refundTo = store.settings.refunds[String(method.chainId)];
  if (refundTo) return refundTo;
  throw new GatewayError(
    "method_not_available",
    `${method.name} needs a refund address: without one the service cannot send back what it cannot deliver.`,
  );
}

function quoteUser(gateway: Gateway): string {
  const { quoteUserBitcoin } = gateway.settings;
  if (quoteUserBitcoin) return quoteUserBitcoin;
  throw new GatewayError(
    "quote_user_balance",
    "Set QUOTE_USER_BITCOIN to a Bitcoin address with a high balance: the service asks for one with every quote.",
  );
}

function distinct(points: readonly Point[]): readonly Point[] {
  return points.filter((point, index) => points.findIndex(({ input }) => input === point.input) === index);
}
