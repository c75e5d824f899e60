import { isOpen } from "../../domain/invoices/due.ts";
import { currentOffer, shownOffer, type Invoice } from "../../domain/invoices/invoice.ts";
import { SECOND_MS } from "../../../values/time.ts";
import { loadInvoiceAndStore } from "../invoices/loadInvoiceAndStore.ts";
import { choosePaymentMethod, isCurrent } from "./choosePaymentMethod.ts";
import { eachItem } from "../eachItem.ts";
import { allowedMethods, findDefaultMethod, methodsOfInvoice } from "./methods.ts";
import type { PricingContext } from "./pricingContext.ts";
import { isTransient } from "./refusals.ts";

const CLAIM_MS = 15 * SECOND_MS; // longer than a quote takes; after a failure or a crash the next attempt is then

/**
 * Prices the invoices of open pages whose price is outdated, or is missing since the service or a chain did not answer. No quotes
 * are spent on closed pages. A page may be open at several processes, and each knows the pages of the others: the one that claims
 * the attempt first makes it.
 */
export async function renewOffers(gateway: PricingContext): Promise<void> {
  await eachItem(gateway, "renew offer", gateway.viewers.watched(), async (invoiceId) => {
    const invoice = await gateway.persistence.invoices.load(invoiceId);
    if (!invoice || invoice.state !== "New" || gateway.clock() >= invoice.terms.expiresAt) return;
    const methodId = outdatedMethod(gateway, invoice) ?? (await unpricedMethod(gateway, invoice));
    if (methodId === undefined) return;
    const attempt = `renew ${invoiceId} ${shownOffer(invoice.facts)?.quoteId ?? "first"}`;
    if (await claims(gateway, attempt)) await choosePaymentMethod(gateway, invoiceId, methodId);
  });
}

/** Returns the method that is shown with an outdated price. */
function outdatedMethod(gateway: PricingContext, invoice: Invoice): string | undefined {
  const shown = shownOffer(invoice.facts);
  if (!shown || currentOffer(invoice, shown.methodId) !== shown) return undefined;
  if (!isOpen(invoice, shown)) return undefined; // priceRests.ts
  return isCurrent(gateway, invoice, shown) ? undefined : shown.methodId;
}

/** Returns the method to price on a page without any price, unless a later attempt would be refused for the same reason. */
async function unpricedMethod(gateway: PricingContext, invoice: Invoice): Promise<string | undefined> {
  if (invoice.facts.offers.length > 0 || invoice.terms.due === 0n) return undefined;
  const { store } = await loadInvoiceAndStore(gateway, invoice.id);
  const allowed = allowedMethods(await methodsOfInvoice(gateway, store, invoice.terms), invoice.terms);
  const refusals = gateway.refusals.of(invoice.id);
  const first = findDefaultMethod(allowed, invoice.terms, store);
  const refused = first && refusals.get(first.id);
  if (!refused || isTransient(refused)) return first?.id;
  return allowed.find(({ id }) => isTransient(refusals.get(id) ?? refused))?.id;
}

/** Returns true for one process at a time. The next price has another id, so that a claim is never given back. */
async function claims({ persistence, clock }: PricingContext, name: string): Promise<boolean> {
  const at = clock();
  const [counter] = await persistence.counters.add([{ name, count: 1, endsAt: at + CLAIM_MS }], at);
  return counter?.count === 1;
}
