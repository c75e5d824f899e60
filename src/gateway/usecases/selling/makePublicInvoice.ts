import { formatFixed } from "../../../values/amount.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { GatewayError } from "../../errors.ts";
import type { InvoiceContext } from "../invoices/invoiceContext.ts";
import { issueInvoice, type InvoiceRequest } from "../invoices/issueInvoice.ts";
import { openOnce } from "../invoices/openOnce.ts";
import type { MerchantStore, PublicInvoices } from "../stores/merchantStore.ts";

/** Before the order of a button: an invoice that anyone can make is never that of a shop's own order. */
export const BUTTON_ORDER = "button/";

/** What the store takes by pay buttons. Throws GatewayError public_invoices_off, also for an archived store. */
export function publicInvoicesOf({ settings, name }: MerchantStore): PublicInvoices {
  if (settings.publicInvoices && settings.archivedAt === undefined) return settings.publicInvoices;
  throw new GatewayError("public_invoices_off", `${name} takes no payments by buttons.`);
}

/**
 * Makes the invoice that a pay button asks for, within the store's bounds. With a `wantedId` the one of that id is made once.
 * Throws GatewayError: public_invoices_off, amount_not_allowed, and what issueInvoice throws.
 */
export async function makePublicInvoice(
  gateway: InvoiceContext,
  store: MerchantStore,
  request: InvoiceRequest,
  wantedId: string,
): Promise<Invoice> {
  requireAllowed(store, request);
  return openOnce(gateway, `button ${wantedId}`, async (opening) => {
    const made = await gateway.persistence.invoices.load(wantedId);
    const isSame = made?.storeId === store.id && made.terms.price === request.amount;
    if (made && isSame) return made;
    if (made)
      throw new GatewayError("amount_not_allowed", "Another amount was chosen before. Send the form again.");
    const checkout = { ...request.checkout, redirectAutomatically: false }; // the visitor may have named the address
    return issueInvoice(gateway, store, { ...request, checkout, byVisitor: true, opening }, wantedId);
  });
}

/** Throws GatewayError public_invoices_off, and amount_not_allowed for an amount out of the store's bounds. */
export function requireAllowed(store: MerchantStore, wanted: InvoiceRequest): void {
  const { currency, decimals, least, most } = publicInvoicesOf(store);
  const isWithin = wanted.amount !== undefined && wanted.amount >= least && wanted.amount <= most;
  if (isWithin && wanted.currency === currency) return;
  const bounds = `${formatFixed(least, decimals)} to ${formatFixed(most, decimals)} ${currency}`;
  throw new GatewayError("amount_not_allowed", `Expected an amount of ${bounds}.`);
}
