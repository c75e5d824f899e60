import type { Columns } from "../../database/columns.ts";

/** Where applications want to be told of their requests, and what is still to be told. */
export const defineWebhookTables = (c: Columns) => ({
  /** One webhook for each API key. */
  webhooks: c.table("network_webhooks", {
    owner: c.text("owner").primaryKey(), // the hash of the key
    url: c.text("url"),
    headers: c.json("headers"), // sent with each message, by name
    secret: c.text("secret"), // the key itself, sealed: it signs the messages
    createdAt: c.instant("created_at"),
    pausedUntil: c.optionalInstant("paused_until"), // after a failed attempt
  }),

  /** Outbox: a change of a request's status for the webhook of its key. Kept for some days after it was delivered or given up. */
  deliveries: c.table(
    "network_deliveries",
    {
      requestId: c.text("request_id"),
      ordinal: c.count("ordinal"), // of the change, see network_status_changes
      owner: c.text("owner"),
      at: c.instant("at"),
      body: c.json("body"),
      state: c.text("state"), // waiting, delivered or given up
      attempts: c.count("attempts"),
      nextAt: c.instant("next_at"), // the next attempt; when it has ended, the last one
      answer: c.optionalText("answer"), // what came of the last attempt, as a sentence
    },
    (t) => [
      c.primaryKey({ columns: [t.requestId, t.ordinal] }),
      c.index("network_deliveries_due").on(t.state, t.nextAt),
      c.index("network_deliveries_owner").on(t.owner, t.at),
    ],
  ),
});
