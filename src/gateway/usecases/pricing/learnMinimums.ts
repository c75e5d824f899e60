import type { Invoice } from "../../domain/invoices/invoice.ts";
import { HOUR_MS, MINUTE_MS } from "../../../values/time.ts";
import { firstPoint, quoteAsker, type QuoteTask } from "./askQuotes.ts";
import { eachItem } from "../eachItem.ts";
import { feeFloor } from "./feePolicy.ts";
import { nextInput } from "./findInput.ts";
import { inParallel } from "../inParallel.ts";
import { isDue } from "../tracking/polls.ts";
import { costsOf } from "./methodFigures.ts";
import { routeMemories, tooSmallForAll } from "./methodAvailability.ts";
import { allowedMethods, methodsOfInvoice, type Method } from "./methods.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import type { PricingContext } from "./pricingContext.ts";
import { costOf, refundAddress } from "./priceMethod.ts";
import { rememberRoute, routeKey, type RouteMemory } from "./feeCurveCache.ts";

const MOST_ASKED = 8; // routes for one invoice at a time: services count the quotes
const REFUSED_MS = 10 * MINUTE_MS;
const SMALL = 4n; // a price this many times the least that some method takes may be too small for another one

/**
 * Learns for a small invoice which of its methods it is too small for, so that the page offers only what works: a quote for each
 * route of which nothing recent is known, two the first time. What was learned serves all invoices of the store: for ten minutes
 * where it refuses, because fees fall again, else for an hour. A service that does not answer changes nothing.
 */
export async function learnMinimums(
  gateway: PricingContext,
  store: MerchantStore,
  invoice: Invoice,
): Promise<void> {
  const { terms, facts } = invoice;
  if (terms.topUp || terms.due === 0n || facts.deposits.length > 0) return;
  const methods = allowedMethods(await methodsOfInvoice(gateway, store, terms), terms);
  const memories = await routeMemories(gateway, store, invoice, methods);
  const isSmall = [...memories.values()].some(({ minimumDue = 0n }) => minimumDue * SMALL > terms.due);
  if (!isSmall) return;
  const stale = methods
    .flatMap((method) => {
      const memory = memories.get(method.id);
      return memory && isStale(memory, terms.due, gateway.clock()) ? [{ method, memory }] : [];
    })
    .toSorted((a, b) => a.memory.at - b.memory.at)
    .slice(0, MOST_ASKED);
  await inParallel(gateway, "learn minimum", stale, ({ method, memory }) =>
    learn(gateway, store, invoice, method, memory),
  );
  if (stale.length > 0 && (await tooSmallForAll(gateway, store, invoice)))
    gateway.log.warn("invoice.too_small", { invoice: invoice.id, store: store.id });
}

/** The same for each invoice whose page is open. */
export async function learnWatchedMinimums(gateway: PricingContext): Promise<void> {
  await eachItem(gateway, "learn minimums", gateway.viewers.watched(), async (invoiceId) => {
    const invoice = await gateway.persistence.invoices.load(invoiceId);
    if (!invoice || invoice.state !== "New" || gateway.clock() >= invoice.terms.expiresAt) return;
    const store = await gateway.persistence.stores.load(invoice.storeId);
    if (store) await learnMinimums(gateway, store, invoice);
  });
}

function isStale({ minimumDue = 0n, at }: RouteMemory, due: bigint, now: number): boolean {
  return isDue(now, at, due < minimumDue ? REFUSED_MS : HOUR_MS);
}

async function learn(
  gateway: PricingContext,
  store: MerchantStore,
  invoice: Invoice,
  method: Method,
  memory: RouteMemory,
): Promise<void> {
  const { terms } = invoice;
  const refundTo = refundAddress(store, invoice, method);
  const task: QuoteTask = { gateway, store, terms, method, refundTo, target: undefined };
  const points = memory.points.length > 0 ? memory.points : [await firstPoint(task)];
  // Only the quote of a deposit address has the fees that payers will bear. This address is never shown.
  const { quote, point } = await quoteAsker(task)(nextInput(terms.due, points, 0n));
  const minimumDue = feeFloor(quote, terms);
  if (minimumDue === undefined) return;
  await rememberRoute(gateway, routeKey(terms.settlement, method, refundTo), memory, {
    points: [...memory.points.slice(-1), point],
    minimumDue,
    costs: costsOf(quote, costOf(quote)),
  });
}
