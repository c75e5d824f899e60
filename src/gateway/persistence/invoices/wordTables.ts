import type { Columns } from "../../../database/columns.ts";

/** The index of the words by which invoices are found: what a search reads, instead of every invoice (searchInvoices.ts). */
export function defineWordTables(c: Columns) {
  return {
    invoiceWords: c.table(
      "invoice_words",
      {
        word: c.text("word"), // one, in lower case, cut off
        storeId: c.text("store_id"),
        createdAt: c.instant("created_at"), // of the invoice
        invoiceId: c.text("invoice_id"),
      },
      (t) => [c.primaryKey({ columns: [t.word, t.storeId, t.createdAt, t.invoiceId] })],
    ),
  };
}
