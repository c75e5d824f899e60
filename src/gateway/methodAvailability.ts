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
  const found = new Map<string, Unavailable>();
  for (const method of methods) {
    const refundTo = store.settings.refunds[String(method.chainId)];
    if (!refundTo || invoice.facts.offers.some(({ methodId }) => methodId === method.id)) continue;
    const memory = await readRoute(gateway, routeKey(store, method, refundTo));
    const minimum = recommendedMinimum(gateway, memory, invoice.terms);
    if (minimum === undefined) continue;
    const reason = tooSmallMessage(method, minimum, invoice.terms);
    found.set(method.id, { reason, recommendedMinimum: minimum });
  }
  return found;
}
