import { sql } from "drizzle-orm";
import type { Columns } from "../db/columns.ts";

/** What is told to merchants: events, who wants them, and every telling. Events and deliveries are never deleted. */
export function defineOutboxTables(c: Columns) {
  return {
    events: c.table(
      "events",
      {
        id: c.text("id").primaryKey(), // "<invoice>-<version>-<ordinal>"
        invoiceId: c.text("invoice_id"),
        storeId: c.text("store_id"),
        version: c.count("version"),
        ordinal: c.count("ordinal"),
        type: c.text("type"),
        body: c.json("body"),
        at: c.instant("at"),
      },
      (t) => [c.index("events_by_invoice").on(t.invoiceId, t.version, t.ordinal)],
    ),

    webhooks: c.table(
      "webhooks",
      {
        id: c.text("id").primaryKey(),
        storeId: c.text("store_id"),
        url: c.text("url"),
        secret: c.text("secret"),
        enabled: c.flag("enabled"),
        settings: c.json("settings"),
        createdAt: c.instant("created_at"),
      },
      (t) => [c.index("webhooks_by_store").on(t.storeId)],
    ),

    deliveries: c.table(
      "deliveries",
      {
        id: c.text("id").primaryKey(),
        webhookId: c.text("webhook_id"),
        storeId: c.text("store_id"),
        invoiceId: c.text("invoice_id"),
        eventId: c.text("event_id"),
        body: c.text("body"), // the very bytes that are signed and sent, the same on every attempt
        state: c.text("state"), // due | delivered | exhausted
        attempts: c.count("attempts"),
        dueAt: c.instant("due_at"),
        leaseUntil: c.instant("lease_until"),
        outcome: c.json("outcome"),
        createdAt: c.instant("created_at"),
      },
      (t) => [
        c
          .index("deliveries_due")
          .on(t.dueAt, t.id)
          .where(sql`state = 'due'`),
        c.index("deliveries_by_webhook").on(t.webhookId, t.createdAt, t.id),
      ],
    ),
  };
}
