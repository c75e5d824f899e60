import type { Invoice } from "../../domain/invoices/invoice.ts";
import { recommendedMinimum, tooSmallFor } from "./feePolicy.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { HOUR_MS } from "../../../values/time.ts";
import { methodsOfInvoice, allowedMethods, type Method } from "./methods.ts";
import { readRoute, routeKey, type RouteMemory } from "./feeCurveCache.ts";
import { inEnglish } from "../../../values/sentence.ts";

/** A method that makes no sense for an invoice: why, and the price (a decimal) from which on it would. */
export type Unavailable = Readonly<{ reason: string; recommendedMinimum: string }>;

/** What was last learned of the route of each method, by method id. A direct one has no route, nor has one without a refund address. */
export async function routeMemories(
  gateway: Pick<Gateway, "persistence">,
  { settings: { refunds } }: MerchantStore,
  invoice: Invoice,
  methods: readonly Method[],
): Promise<ReadonlyMap<string, RouteMemory>> {
  const memories = methods.map(async (method): Promise<readonly (readonly [string, RouteMemory])[]> => {
    const refundTo = invoice.facts.refundTo[method.chainId] ?? refunds[String(method.chainId)];
    if (!refundTo || method.direct) return [];
    return [[method.id, await readRoute(gateway, routeKey(invoice.terms.settlement, method, refundTo))]];
  });
  return new Map((await Promise.all(memories)).flat());
}

const SHOWN_MS = HOUR_MS; // learnMinimums.ts asks again while a page is open

/** Which of the methods an invoice is too small for, by what was last learned of each route. Nothing is asked for this. */
export function unavailableMethods(
  gateway: Pick<Gateway, "clock">,
  invoice: Invoice,
  methods: readonly Method[],
  memories: ReadonlyMap<string, RouteMemory>,
): ReadonlyMap<string, Unavailable> {
  const offered = new Set(invoice.facts.offers.map(({ methodId }) => methodId));
  const reasons = methods.flatMap((method): readonly (readonly [string, Unavailable])[] => {
    const memory = offered.has(method.id) ? undefined : memories.get(method.id);
    const minimum = memory && recommendedMinimum(gateway, memory, invoice.terms, SHOWN_MS);
    if (minimum === undefined) return [];
    const reason = inEnglish(tooSmallFor(method, minimum, invoice.terms));
    return [[method.id, { reason, recommendedMinimum: minimum }]];
  });
  return new Map(reasons);
}

/**
 * Every method of an invoice that nothing was paid of, with the least that each takes, when it is too small for all of them;
 * undefined while one may work. Nothing is asked for this.
 */
export async function tooSmallForAll(
  gateway: Pick<Gateway, "clock" | "persistence" | "service" | "settings">,
  store: MerchantStore,
  invoice: Invoice,
): Promise<readonly Unavailable[] | undefined> {
  if (invoice.facts.offers.length > 0) return undefined;
  const methods = allowedMethods(await methodsOfInvoice(gateway, store, invoice.terms), invoice.terms);
  const memories = await routeMemories(gateway, store, invoice, methods);
  const unavailable = unavailableMethods(gateway, invoice, methods, memories);
  const isNoWay = methods.length > 0 && methods.every(({ id }) => unavailable.has(id));
  return isNoWay ? [...unavailable.values()] : undefined;
}
