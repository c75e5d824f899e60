import type { Invoice } from "../invoices/invoice.ts";
import { recommendedMinimum, tooSmallMessage } from "./feePolicy.ts";
import type { Method } from "./methods.ts";
import type { Gateway } from "./ports.ts";
import type { MerchantStore } from "./storePort.ts";
import { readRoute, routeKey } from "./routes.ts";

/** A method that makes no sense for an invoice: why, and the price (a decimal) from which on it would. */
export type Unavailable = Readonly<{ reason: string; recommendedMinimum: string }>;

/** Which of the methods an invoice is too small for, by what was last learned of each route. Nothing is asked for this. */
export async function unavailableMethods(
  gateway: Gateway,
  store: MerchantStore,
  invoice: Invoice,
  methods: readonly Method[],
): Promise<ReadonlyMap<string, Unavailable>> {
  const { refunds } = store.settings;
  const offered = new Set(invoice.facts.offers.map(({ methodId }) => methodId));
  const reasons = methods.map(async (method): Promise<readonly (readonly [string, Unavailable])[]> => {
    const refundTo = invoice.facts.refundTo[method.chainId] ?? refunds[String(method.chainId)];
    if (!refundTo || offered.has(method.id)) return [];
    const memory = await readRoute(gateway, routeKey(invoice.terms.settlement, method, refundTo));
    const minimum = recommendedMinimum(gateway, memory, invoice.terms);
    if (minimum === undefined) return [];
    const reason = tooSmallMessage(method, minimum, invoice.terms);
    return [[method.id, { reason, recommendedMinimum: minimum }]];
  });
  return new Map((await Promise.all(reasons)).flat());
}
