import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Gateway } from "../../ports/ports.ts";
import { GatewayError } from "../../errors.ts";

/**
 * What a merchant says of an invoice for its own sake. None of it is looked at by a decision, so none makes a version: it is
 * written beside them, at any state, and later events carry it.
 */

type Keeper = Pick<Gateway, "store" | "clock">;

/** The invoice with other metadata: all of it, as it is given. Whoever looks at the invoice's page sees what is new on it. */
export async function replaceMetadata(
  { store, viewers }: Pick<Gateway, "store" | "viewers">,
  invoice: Invoice,
  metadata: unknown,
): Promise<Invoice> {
  await store.label(invoice.id, { metadata });
  viewers.announce(invoice.id, invoice.version);
  return { ...invoice, terms: { ...invoice.terms, metadata } };
}

/** Takes an invoice out of the lists; it can still be read, and paid. Once more changes nothing. */
export async function archiveInvoice({ store, clock }: Keeper, { id, archivedAt }: Invoice): Promise<void> {
  if (archivedAt === undefined) await store.label(id, { archivedAt: clock() });
}

/** The invoice, in the lists again. Throws GatewayError already_unarchived for one that is in them. */
export async function unarchiveInvoice({ store }: Keeper, invoice: Invoice): Promise<Invoice> {
  const { archivedAt, ...listed } = invoice;
  if (archivedAt === undefined) {
    throw new GatewayError("already_unarchived", `Invoice ${invoice.id} is not archived.`);
  }
  await store.label(invoice.id, { archivedAt: null });
  return listed;
}
