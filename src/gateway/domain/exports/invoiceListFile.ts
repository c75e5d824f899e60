import { paidInPrice, priceOf } from "../invoices/paid.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { metadataText } from "../invoices/metadataText.ts";
import { paidCoins } from "../invoices/paidCoins.ts";
import { formatFixed } from "../../../values/amount.ts";
import { number, text, time } from "./columns.ts";
import type { ExportFile, ExportLine } from "./exportFile.ts";

/** An invoice of a list, at the time when it was created. */
export type InvoiceListLine = ExportLine & Readonly<{ invoice: Invoice }>;

/** The invoices of a list as they are now, one line each: also those that are not over and in no other file yet. */
export const invoiceListFile: ExportFile<InvoiceListLine, InvoiceListLine> = {
  name: "crosstill.invoice_list",
  version: 1,
  columns: [
    text("schema", (_, { schema }) => schema),
    text("store_id", ({ storeId }) => storeId),
    text("invoice_id", ({ invoice }) => invoice.id),
    time("created_at", ({ invoice }) => invoice.terms.createdAt),
    time("expires_at", ({ invoice }) => invoice.terms.expiresAt),
    text("state", ({ invoice }) => invoice.state),
    text("additional_state", ({ invoice }) => invoice.additional),
    text("order_id", ({ invoice }) => metadataText(invoice.terms.metadata, "orderId")),
    text("description", ({ invoice }) => metadataText(invoice.terms.metadata, "itemDesc")),
    text("customer", ({ invoice }) => metadataText(invoice.terms.metadata, "buyerEmail")),
    text("currency", ({ invoice }) => invoice.terms.currency),
    number("price", ({ invoice }) => formatFixed(priceOf(invoice), invoice.terms.decimals)),
    number("paid_of_price", ({ invoice }) => formatFixed(paidInPrice(invoice), invoice.terms.decimals)),
    text("paid_in", ({ invoice }) => paidCoins(invoice).join(" ")),
    time("archived_at", ({ invoice }) => invoice.archivedAt),
  ],
  linesOf: (line) => [line],
};

/** An invoice as a line of the file. */
export function invoiceListLine(invoice: Invoice): InvoiceListLine {
  const { id, storeId, terms } = invoice;
  return { at: terms.createdAt, id, kind: "booked", storeId, invoiceId: id, invoice };
}
