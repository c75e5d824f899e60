import { and, asc, eq, lte, notInArray } from "drizzle-orm";
import type { Delivery, Store } from "../gateway/storePort.ts";
import { one, type StoreContext } from "./context.ts";
import { toWebhook } from "./rows.ts";

type WebhookQueries = Pick<
  Store,
  | "createWebhook"
  | "webhooksOf"
  | "loadWebhook"
  | "changeWebhook"
  | "deleteWebhook"
  | "claimDeliveries"
  | "finishDelivery"
>;

/** Webhooks and their deliveries. Delivered by due rows, never by "id above the last one", which can skip rows. */
export function webhookQueries({ database, db, t }: StoreContext): WebhookQueries {
  const { webhooks, deliveries, events } = t;
  return {
    createWebhook: ({ id, storeId, url, secret, enabled, createdAt, ...settings }) =>
      database.commit([
        one((tx) =>
          tx
            .insert(webhooks)
            .values({ id, storeId, url, secret, enabled, createdAt, settings })
            .returning({ id: webhooks.id }),
        ),
      ]),

    changeWebhook: ({ id, url, secret, enabled, createdAt: _made, storeId: _of, ...settings }) =>
      database.commit([
        one((tx) =>
          tx
            .update(webhooks)
            .set({ url, secret, enabled, settings })
            .where(eq(webhooks.id, id))
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

    async claimDeliveries(at, leaseMs, limit, exceptWebhooks) {
      const due = await db
        .select({ row: deliveries, version: events.version, ordinal: events.ordinal })
        .from(deliveries)
        .innerJoin(events, eq(events.id, deliveries.eventId))
        .where(
          and(
            eq(deliveries.state, "due"),
            lte(deliveries.dueAt, at),
            lte(deliveries.leaseUntil, at),
            exceptWebhooks.length > 0 ? notInArray(deliveries.webhookId, [...exceptWebhooks]) : undefined,
          ),
        )
        .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
        .limit(limit);
      const claimed: Delivery[] = [];
      // In the order of their events: those of one commit are due at the same moment, and their ids are random.
      const inOrder = due.toSorted((a, b) => a.version - b.version || a.ordinal - b.ordinal);
      for (const { row } of inOrder) {
        const won = await db
          .update(deliveries)
          .set({ leaseUntil: at + leaseMs })
          .where(
            and(
              eq(deliveries.id, row.id),
              eq(deliveries.leaseUntil, row.leaseUntil),
              eq(deliveries.state, "due"),
            ),
          )
          .returning({ id: deliveries.id });
        if (won.length === 1) claimed.push(row);
      }
      return claimed;
    },

    finishDelivery: (delivery, { state, dueAt, outcome }) =>
      database.commit([
        one((tx) =>
          tx
            .update(deliveries)
            .set({ state, dueAt, outcome, attempts: delivery.attempts + 1, leaseUntil: 0 })
            .where(and(eq(deliveries.id, delivery.id), eq(deliveries.attempts, delivery.attempts)))
            .returning({ id: deliveries.id }),
        ),
      ]),
  };
}
