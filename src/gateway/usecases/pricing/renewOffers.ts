import { isOpen } from "../../domain/invoices/due.ts";
import { currentOffer, shownOffer } from "../../domain/invoices/invoice.ts";
import { choosePaymentMethod, isCurrent } from "./choosePaymentMethod.ts";
import { eachItem } from "../eachItem.ts";
import type { PricingContext } from "./pricingContext.ts";

/** Renews outdated prices on open pages. No quotes are spent on closed pages. */
export async function renewOffers(gateway: PricingContext): Promise<void> {
  await eachItem(gateway, "renew offer", gateway.viewers.watched(), async (invoiceId) => {
    const invoice = await gateway.persistence.invoices.load(invoiceId);
    if (!invoice || invoice.state !== "New" || gateway.clock() >= invoice.terms.expiresAt) return;
    const shown = shownOffer(invoice.facts);
    if (!shown || currentOffer(invoice, shown.methodId) !== shown) return;
    if (!isOpen(invoice, shown)) return; // priceRests.ts
    if (!isCurrent(gateway, invoice, shown)) await choosePaymentMethod(gateway, invoiceId, shown.methodId);
  });
}
