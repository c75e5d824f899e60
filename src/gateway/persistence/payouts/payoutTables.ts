import { sql } from "drizzle-orm";
import type { Columns } from "../../../database/columns.ts";

/** Money that goes out: what was promised, and every payout of it. Nothing here is ever deleted. */
export function definePayoutTables(c: Columns) {
  return {
    pullPayments: c.table(
      "pull_payments",
      {
        id: c.text("id").primaryKey(),
        storeId: c.text("store_id"),
        version: c.count("version"),
        archived: c.flag("archived"),
        invoiceId: c.optionalText("invoice_id"), // of a refund
        ordinal: c.optionalCount("ordinal"), // of the refund among those of its invoice
        body: c.json("body"),
        createdAt: c.instant("created_at"),
      },
      (t) => [
        c.index("pull_payments_by_store").on(t.storeId, t.id),
        // Two refunds that were decided upon at the same moment cannot both be kept: each would not know of the other.
        c
          .unique("pull_payments_one_refund")
          .on(t.invoiceId, t.ordinal)
          .where(sql`invoice_id is not null`),
      ],
    ),

    payouts: c.table(
      "payouts",
      {
        id: c.text("id").primaryKey(),
        storeId: c.text("store_id"),
        pullPaymentId: c.optionalText("pull_payment_id"),
        version: c.count("version"),
        state: c.text("state"),
        proof: c.optionalText("proof"), // "<chain id>:<tx>:<place>" of the transfer that paid it, where it was read
        body: c.json("body"),
        createdAt: c.instant("created_at"),
      },
      (t) => [
        c.index("payouts_by_store").on(t.storeId, t.id),
        c.index("payouts_by_pull_payment").on(t.pullPaymentId, t.id),
        c
          .index("payouts_in_progress")
          .on(t.id)
          .where(sql`state = 'InProgress'`),
        c
          .unique("payouts_one_proof")
          .on(t.proof)
          .where(sql`proof is not null`),
      ],
    ),
  };
}
