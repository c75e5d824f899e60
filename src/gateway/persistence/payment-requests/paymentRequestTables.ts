import { sql } from "drizzle-orm";
import type { Columns } from "../../../database/columns.ts";

/** Links that ask for money, as often as it takes. Never deleted: an archived one is only out of the lists. */
export function definePaymentRequestTables(c: Columns) {
  return {
    paymentRequests: c.table(
      "payment_requests",
      {
        id: c.text("id").primaryKey(),
        storeId: c.text("store_id"),
        version: c.count("version"),
        status: c.text("status"), // as it was announced last; what it is follows from its invoices
        settings: c.json("settings"),
        archivedAt: c.optionalInstant("archived_at"),
        createdAt: c.instant("created_at"),
      },
      (t) => [
        c.index("payment_requests_by_store").on(t.storeId, t.createdAt, t.id),
        c
          .index("payment_requests_open")
          .on(t.id)
          .where(sql`status in ('Pending', 'Processing') and archived_at is null`),
      ],
    ),
  };
}
