import { sql } from "drizzle-orm";
import type { Columns } from "../../../database/columns.ts";

/** Of an attempt with stored contents. */
export const WITH_WORDS = sql`request is not null or "current" is not null`;

/**
 * The outbox: events, webhooks, deliveries, and every attempt. Finished rows are removed after some time
 * (pruning.ts).
 */
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
        body: c.packed("body"),
        at: c.instant("at"),
        sequence: c.optionalCount("sequence"), // its place among its store's events, given once it is committed
      },
      (t) => [
        c.index("events_by_invoice").on(t.invoiceId, t.version, t.ordinal),
        c.unique("events_by_sequence").on(t.storeId, t.sequence),
        c.index("events_by_type").on(t.storeId, t.type, t.sequence),
        c
          .index("events_unnumbered")
          .on(t.at, t.invoiceId, t.version, t.ordinal)
          .where(sql`sequence is null`),
      ],
    ),

    webhooks: c.table(
      "webhooks",
      {
        id: c.text("id").primaryKey(),
        storeId: c.text("store_id"),
        url: c.text("url"),
        secret: c.text("secret"), // sealed (src/gateway/adapters/secrets.ts); unsealed where an older version wrote it
        enabled: c.flag("enabled"),
        settings: c.json("settings"),
        createdAt: c.instant("created_at"),
        failingSince: c.optionalInstant("failing_since"), // the first failure since it last took something
        disabledReason: c.optionalText("disabled_reason"), // why the gateway has switched it off
      },
      (t) => [c.index("webhooks_by_store").on(t.storeId)],
    ),

    /** Deliveries of webhooks: one row an event, and one for each requested redelivery. */
    deliveries: c.table(
      "deliveries",
      {
        id: c.text("id").primaryKey(),
        webhookId: c.text("webhook_id"),
        storeId: c.text("store_id"),
        invoiceId: c.text("invoice_id"),
        eventId: c.text("event_id"),
        state: c.text("state"), // due | delivered | exhausted
        attempts: c.count("attempts"),
        dueAt: c.instant("due_at"),
        leaseUntil: c.instant("lease_until"),
        outcome: c.json("outcome"),
        createdAt: c.instant("created_at"),
        originalId: c.optionalText("original_id"), // of a redelivery
      },
      (t) => [
        c
          .index("deliveries_due")
          .on(t.dueAt, t.id)
          .where(sql`state = 'due'`),
        c
          .index("deliveries_due_by_webhook")
          .on(t.webhookId, t.dueAt)
          .where(sql`state = 'due'`),
        c.index("deliveries_by_webhook").on(t.webhookId, t.createdAt),
        c.index("deliveries_by_event").on(t.eventId),
        c.index("deliveries_by_subject").on(t.webhookId, t.invoiceId),
      ],
    ),

    /** Every attempt, as the delivery log shows it: an id of its own, what was sent, and what came back. */
    attempts: c.table(
      "attempts",
      {
        id: c.text("id").primaryKey(), // that of its delivery for the first one
        deliveryId: c.text("delivery_id"),
        webhookId: c.text("webhook_id"),
        dueAt: c.instant("due_at"),
        at: c.instant("at"),
        httpCode: c.optionalCount("http_code"),
        error: c.optionalText("error"),
        request: c.optionalText("request"), // the very bytes of a test, and of what older versions sent; gone after 60 days, as are the next two
        current: c.optionalJson("current"), // the context of an attempt beside its event: the invoice's status
        answer: c.optionalText("answer"),
      },
      (t) => [
        c.index("attempts_by_webhook").on(t.webhookId, t.at),
        c.index("attempts_with_words").on(t.at).where(WITH_WORDS),
      ],
    ),
  };
}
