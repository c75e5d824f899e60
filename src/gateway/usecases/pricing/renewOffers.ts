import { isOpen } from "../../domain/invoices/due.ts";
import { currentOffer, shownOffer } from "../../domain/invoices/invoice.ts";
import { SECOND_MS } from "../../../values/time.ts";
import { choosePaymentMethod, isCurrent } from "./choosePaymentMethod.ts";
import { eachItem } from "../eachItem.ts";
import type { PricingContext } from "./pricingContext.ts";

const CLAIM_MS = 15 * SECOND_MS; // longer than a quote takes; after a failure or a crash the next attempt is then

/**
 * Renews outdated prices on open pages. No quotes are spent on closed pages. A page may be open at several processes, and each
 * knows the pages of the others: the one that claims the outdated price first renews it.
 */
export async function renewOffers(gateway: PricingContext): Promise<void> {
  await eachItem(gateway, "renew offer", gateway.viewers.watched(), async (invoiceId) => {
    const invoice = await gateway.persistence.invoices.load(invoiceId);
    if (!invoice || invoice.state !== "New" || gateway.clock() >= invoice.terms.expiresAt) return;
    const shown = shownOffer(invoice.facts);
    if (!shown || currentOffer(invoice, shown.methodId) !== shown) return;
    if (!isOpen(invoice, shown)) return; // priceRests.ts
    if (isCurrent(gateway, invoice, shown)) return;
    if (await claims(gateway, `renew ${invoiceId} ${shown.quoteId}`))
      await choosePaymentMethod(gateway, invoiceId, shown.methodId);
  });
}

/** True for one process at a time. The new price has another id, so that a claim is never given back. */
async function claims({ persistence, clock }: PricingContext, name: string): Promise<boolean> {
  const at = clock();
  const [counter] = await persistence.counters.add([{ name, count: 1, endsAt: at + CLAIM_MS }], at);
  return counter?.count === 1;
}
