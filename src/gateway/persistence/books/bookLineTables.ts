import type { Columns } from "../../../database/columns.ts";

/** What accountants are given, as it was booked. Nothing here is ever changed or deleted. */
export function defineBookLineTables(c: Columns) {
  return {
    /** A line of one of the files (gateway/domain/books/lines/line.ts), written with the entries that it is about. */
    bookLines: c.table(
      "book_lines",
      {
        id: c.text("id").primaryKey(), // "<file>:<what it is of>:<version>"
        file: c.text("file"), // payments | invoices | refunds | receipts
        storeId: c.text("store_id"),
        invoiceId: c.optionalText("invoice_id"),
        kind: c.text("kind"), // booked | reversed | corrected
        at: c.instant("at"),
        body: c.packed("body"),
      },
      (t) => [
        c.index("book_lines_by_store").on(t.storeId, t.file, t.at), // ids are long, and few lines share a time
        c.index("book_lines_by_file").on(t.file, t.at),
        c.index("book_lines_by_invoice").on(t.invoiceId),
      ],
    ),

    /** The symbols and decimals of the currencies in the books, since when they are known. */
    assets: c.table("assets", {
      id: c.text("id").primaryKey(), // "<chain id>:<currency>"
      symbol: c.text("symbol"),
      decimals: c.count("decimals"),
      at: c.instant("at"),
    }),

    /** What a payment was worth in the currencies that its store tracks, when it was first seen. */
    valuations: c.table(
      "valuations",
      {
        key: c.text("key").primaryKey(), // "<chain id>:<outpoint>"
        invoiceId: c.text("invoice_id"),
        worths: c.json("worths"),
        at: c.instant("at"),
      },
      (t) => [c.index("valuations_by_invoice").on(t.invoiceId)],
    ),
  };
}
