import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Outbox, Webhook } from "../gateway/outboxPort.ts";
import { one, type StoreContext } from "./context.ts";
import { toWebhook } from "./rows.ts";

type WebhookQueries = Pick<
  Outbox,
  | "createWebhook"
  | "webhooksOf"
  | "loadWebhook"
  | "changeWebhook"
  | "deleteWebhook"
  | "noteFailing"
  | "noteTaking"
  | "disableWebhook"
>;

/** Whom events are told to. What they are owed is in deliveries.ts. */
export function webhookQueries({ database, db, t }: StoreContext): WebhookQueries {
  const { webhooks, deliveries } = t;
  return {
    createWebhook: (webhook) =>
      database.commit([
        one((tx) => tx.insert(webhooks).values(rowOf(webhook)).returning({ id: webhooks.id })),
      ]),

    changeWebhook: (webhook) =>
      database.commit([
        one((tx) =>
          tx
            .update(webhooks)
            .set(rowOf(webhook))
            .where(eq(webhooks.id, webhook.id))
            .returning({ id: webhooks.id }),
        ),
      ]),

    deleteWebhook: (id) =>
      database.commit([
        one((tx) => tx.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id })),
      ]),

    async webhooksOf(storeId) {
      const rows = await db
        .select()
        .from(webhooks)
        .where(eq(webhooks.storeId, storeId))
        .orderBy(asc(webhooks.id));
      return rows.map(toWebhook);
    },

    async loadWebhook(id) {
      const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
      return row && toWebhook(row);
    },

    // One statement each, and one that finds nothing to change is right as well: it was deleted, or somebody was quicker.
    async noteFailing(webhookId, failingSince) {
      const isUnknown = and(eq(webhooks.id, webhookId), isNull(webhooks.failingSince));
      await db.update(webhooks).set({ failingSince }).where(isUnknown).returning({ id: webhooks.id });
    },

    async disableWebhook(webhookId, disabledReason) {
      const change = { enabled: false, disabledReason };
      await db.update(webhooks).set(change).where(eq(webhooks.id, webhookId)).returning({ id: webhooks.id });
    },

    async noteTaking(webhookId, hurryAt) {
      // In this order: a process that ends between the two leaves a webhook that still counts as failing, and does both again.
      if (hurryAt !== undefined) {
        const isIts = and(eq(deliveries.webhookId, webhookId), eq(deliveries.state, "due"));
        await db
          .update(deliveries)
          .set({ dueAt: hurryAt })
          .where(and(isIts, gt(deliveries.dueAt, hurryAt)))
          .returning({ id: deliveries.id });
      }
      await db
        .update(webhooks)
        .set({ failingSince: null })
        .where(eq(webhooks.id, webhookId))
        .returning({ id: webhooks.id });
    },
  };
}

function rowOf(webhook: Webhook) {
  const { id, storeId, url, secret, enabled, createdAt, failingSince, disabledReason, ...settings } = webhook;
  return {
    ...{ id, storeId, url, secret, enabled, createdAt, settings },
    ...{ failingSince: failingSince ?? null, disabledReason: disabledReason ?? null },
  };
}
