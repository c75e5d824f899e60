import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Gateway } from "../gateway.ts";
import { GatewayError } from "../../errors.ts";

/**
 * Labels of an invoice for the merchant's own use. No decision depends on them, so they make no version:
 * they are written beside the versions, in any state, and later events contain them.
 */

type Keeper = Pick<Gateway, "persistence" | "clock">;

/** Replaces the whole metadata of the invoice, and updates its open pages. */
export async function replaceMetadata(
  { persistence, viewers }: Pick<Gateway, "persistence" | "viewers">,
  invoice: Invoice,
  metadata: unknown,
): Promise<Invoice> {
  await persistence.invoices.label(invoice.id, { metadata });
  viewers.announce(invoice.id, invoice.version);
  return { ...invoice, terms: { ...invoice.terms, metadata } };
}

/** Takes an invoice out of the lists; it can still be read, and paid. Once more changes nothing. */
export async function archiveInvoice(
  { persistence, clock }: Keeper,
  { id, archivedAt }: Invoice,
): Promise<void> {
  if (archivedAt === undefined) await persistence.invoices.label(id, { archivedAt: clock() });
}

/** The invoice, in the lists again. Throws GatewayError already_unarchived for one that is in them. */
export async function unarchiveInvoice({ persistence }: Keeper, invoice: Invoice): Promise<Invoice> {
  const { archivedAt, ...listed } = invoice;
  if (archivedAt === undefined) {
    throw new GatewayError("already_unarchived", `Invoice ${invoice.id} is not archived.`);
  }
  await persistence.invoices.label(invoice.id, { archivedAt: null });
  return listed;
}
