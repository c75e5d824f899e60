import { currentOffer } from "../invoices/invoice.ts";
import { choosePaymentMethod } from "./choosePaymentMethod.ts";
import { eachItem } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";

/** Renews the price on every page that somebody is looking at once it has grown old; nobody's quotes are spent on closed pages. */
export async function renewOffers(gateway: Gateway): Promise<void> {
  await eachItem(gateway, "renew offer", gateway.viewers.watched(), async (invoiceId) => {
    const invoice = await gateway.store.load(invoiceId);
    const at = gateway.clock();
    if (!invoice || invoice.state !== "New" || at >= invoice.terms.expiresAt) return;
    if (invoice.facts.deposits.some(({ presence }) => presence !== "gone")) return; // money is moving: leave the page alone
    const shown = invoice.facts.offers.at(-1);
    if (!shown || currentOffer(invoice, shown.methodId) !== shown) return;
    if (at - shown.from >= gateway.settings.offerMaxAgeMs)
      await choosePaymentMethod(gateway, invoiceId, shown.methodId);
  });
}
