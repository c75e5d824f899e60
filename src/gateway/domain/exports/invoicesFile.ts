import type { InvoiceLine, PaymentLine } from "../books/lines/line.ts";
import { amount, coinColumns, LEAD_COLUMNS, number, text, time } from "./columns.ts";
import type { ExportFile, ExportLine, Reading } from "./exportFile.ts";
import { total } from "./feeColumns.ts";

/** A line of an invoice that is over: one for each of its payments, or one where it has none. */
export type InvoiceExportLine = ExportLine &
  Readonly<{
    invoice: InvoiceLine | undefined; // on its first line only, so that sums count it once
    payment: PaymentLine | undefined;
  }>;

export type InvoiceItem = ExportLine & Readonly<{ body: InvoiceLine }>;

/** One line for each payment of the invoices that are over. What is the invoice's stands on its first line. */
export const invoicesFile: ExportFile<InvoiceItem, InvoiceExportLine> = {
  name: "crosstill.invoices",
  version: 1,
  columns: [
    ...LEAD_COLUMNS,
    text("state", ({ invoice }) => invoice?.state),
    text("additional_state", ({ invoice }) => invoice?.additional),
    time("created_at", ({ invoice }) => invoice?.createdAt),
    time("expires_at", ({ invoice }) => invoice?.expiresAt),
    time("ended_at", ({ invoice }) => invoice?.endedAt),
    text("order_id", ({ invoice }) => invoice?.orderId),
    text("description", ({ invoice }) => invoice?.description),
    text("customer", ({ invoice }) => invoice?.customer),
    text("currency", ({ invoice }) => invoice?.currency),
    amount("price", ({ invoice }) => invoice?.price),
    text("tax", ({ invoice }) => invoice?.tax),
    amount("paid_of_price", ({ invoice }) => invoice?.paid),
    ...coinColumns("due", ({ invoice }: InvoiceExportLine) => invoice?.due),
    text("marked_by", ({ invoice }) => invoice?.marked?.by),
    text("marked_reason", ({ invoice }) => invoice?.marked?.reason),
    number("payments", ({ invoice }) => invoice?.payments.length),
    text("outcome", ({ payment }) => payment?.outcome),
    text("method", ({ payment }) => payment?.method),
    time("paid_at", ({ payment }) => payment?.paidAt),
    ...coinColumns("paid", ({ payment }: InvoiceExportLine) => payment?.paid),
    text("paid_txid", ({ payment }) => payment?.txid),
    number("rate", ({ payment }) => payment?.rate),
    amount("value", ({ payment }) => payment?.value),
    ...coinColumns("settled", ({ payment }: InvoiceExportLine) => payment?.settled),
    text("settled_txid", ({ payment }) => payment?.settledTxid),
    text("evidence", ({ payment }) => payment?.evidence),
    amount("refunded_amount", ({ payment }) => payment?.refunded?.amount),
    amount("fees", ({ payment }) => total(payment, () => true)),
    text("oddity", ({ payment }) => payment?.oddity),
  ],
  linesOf: (item, reading) => (isTold(item.body, reading) ? linesOf(item) : []),
  metadataOf: ({ invoice }) => invoice?.metadata,
};

/** Paid invoices, and any invoice with money. Others only where they were requested. */
function isTold({ state, payments }: InvoiceLine, { include }: Reading): boolean {
  return state === "Settled" || payments.length > 0 || include.has(state.toLowerCase());
}

function linesOf({ body, ...item }: InvoiceItem): readonly InvoiceExportLine[] {
  const payments = body.payments.length > 0 ? body.payments : [undefined];
  return payments.map((payment, index) => {
    return { ...item, part: index + 1, invoice: index === 0 ? body : undefined, payment };
  });
}
