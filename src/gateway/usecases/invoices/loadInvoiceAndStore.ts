import type { Invoice } from "../../domain/invoices/invoice.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/** An invoice and its store. Throws invoice_not_found, store_not_found. */
export async function loadInvoiceAndStore(
  gateway: Pick<Gateway, "persistence">,
  invoiceId: string,
): Promise<Readonly<{ invoice: Invoice; store: MerchantStore }>> {
  const invoice = await gateway.persistence.invoices.load(invoiceId);
  if (!invoice) throw new GatewayError("invoice_not_found", `There is no invoice ${invoiceId.slice(0, 64)}.`);
  const store = await gateway.persistence.stores.load(invoice.storeId);
  if (!store) throw new GatewayError("store_not_found", `There is no store ${invoice.storeId}.`);
  return { invoice, store };
}
