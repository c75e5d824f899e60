import { isUnpriced } from "../invoices/due.ts";
import { shownOffer } from "../invoices/invoice.ts";
import { choosePaymentMethod } from "./choosePaymentMethod.ts";
import { eachItem, pages } from "./eachItem.ts";
import { GatewayError } from "./errors.ts";
import type { Gateway } from "./ports.ts";

/**
 * Prices what is still missing of every invoice of which a part was paid, or came back, whether anybody looks at its page or
 * not: no amount to pay is shown before. A rest that is too small is noted as that.
 */
export async function priceRests(gateway: Gateway): Promise<void> {
  for await (const page of pages(gateway.store.unpricedInvoices)) {
    await eachItem(gateway, "price rest", page, async (invoice) => {
      const shown = shownOffer(invoice.facts);
      if (!shown || !isUnpriced(invoice) || gateway.clock() >= invoice.terms.expiresAt) return;
      await choosePaymentMethod(gateway, invoice.id, shown.methodId).catch(unlessTooSmall);
    });
  }
}

function unlessTooSmall(error: unknown): void {
  const isTooSmall = error instanceof GatewayError && error.code === "amount_too_small"; // which is in the facts now
  if (!isTooSmall) throw error;
}
