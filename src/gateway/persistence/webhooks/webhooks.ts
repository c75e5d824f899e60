import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { ConflictError, type Write } from "../../../database/driver.ts";
import { preparedRead } from "../../../database/prepared.ts";
import { tooManyWebhooks } from "../../errors.ts";
import type { Webhook, Webhooks } from "../../ports/outboxPort.ts";
import { one, type PersistenceContext } from "../context.ts";
import { toWebhook } from "../rows.ts";

/** The webhooks themselves. Their deliveries are in deliveries.ts. */
export function webhookQueries(context: PersistenceContext): Webhooks {
  const { database, db, t } = context;
  const { webhooks, deliveries } = t;
  const byStore = preparedRead("webhooks_of_store", () => {
    const isOfStore = eq(webhooks.storeId, sql.placeholder("storeId"));
    return db.select().from(webhooks).where(isOfStore).orderBy(asc(webhooks.id));
  });
  const byId = preparedRead("webhook_by_id", () =>
    db
      .select()
      .from(webhooks)
      .where(eq(webhooks.id, sql.placeholder("id"))),
  );
  return {
    ...narrowChanges(context),

    create: (webhook, most) =>
      database.commit([
        ...(most === undefined ? [] : roomFor(context, webhook, most)),
        one((tx) => tx.insert(webhooks).values(rowOf(webhook)).returning({ id: webhooks.id })),
      ]),

    delete: (id) =>
      database.commit([
        one((tx) => tx.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id })),
      ]),

    async of(storeId) {
      return (await byStore({ storeId })).map(toWebhook);
    },

    async load(id) {
      const [row] = await byId({ id });
      return row && toWebhook(row);
    },

    // One statement each; one that finds nothing to change is fine: the webhook was deleted, or a concurrent
    // call was first.
    async noteFailing(webhookId, failingSince) {
      const isUnknown = and(eq(webhooks.id, webhookId), isNull(webhooks.failingSince));
      await db.update(webhooks).set({ failingSince }).where(isUnknown).returning({ id: webhooks.id });
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

/** Has those that are made at once wait for each other by their store's row, and counts what the ones before have left. */
function roomFor(
  { t: { stores, webhooks } }: PersistenceContext,
  { storeId }: Webhook,
  most: number,
): readonly Write[] {
  const isIts = eq(stores.id, storeId);
  const count = sql`(select count(*) from ${webhooks} where ${webhooks.storeId} = ${storeId})`;
  return [
    one((tx) =>
      tx
        .update(stores)
        .set({ name: sql`${stores.name}` })
        .where(isIts)
        .returning({ id: stores.id }),
    ),
    {
      rows: 1,
      build: (tx) =>
        tx
          .select({ id: stores.id })
          .from(stores)
          .where(and(isIts, sql`${count} < ${most}`)),
      otherwise: () => tooManyWebhooks(most),
    },
  ];
}

/** Changes of one thing, each only while the row is still the one that it was decided upon. */
function narrowChanges({ db, t }: PersistenceContext): Pick<Webhooks, "change" | "disable" | "changeSecret"> {
  const { webhooks } = t;
  type Row = typeof webhooks.$inferSelect;
  const rowNow = async (id: string) => (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0];
  const change = async ({ id, url, enabled, secret, settings }: Row, next: Partial<Row>) => {
    const isSame = and(eq(webhooks.id, id), eq(webhooks.url, url), eq(webhooks.enabled, enabled));
    const isUnchanged = and(isSame, eq(webhooks.secret, secret), eq(webhooks.settings, settings));
    return (
      (await db.update(webhooks).set(next).where(isUnchanged).returning({ id: webhooks.id })).length === 1
    );
  };
  return {
    async change(before, after) {
      const row = await rowNow(before.id);
      const isAsRead = row?.secret === before.secret && toWebhook(row).changedAt === before.changedAt;
      if (isAsRead && (await change(row, rowOf(after)))) return;
      throw new ConflictError(`Webhook ${before.id} was changed by another call.`);
    },

    async disable({ id, url, changedAt }, disabledReason) {
      const row = await rowNow(id);
      if (!row?.enabled || row.url !== url || toWebhook(row).changedAt !== changedAt) return false;
      return change(row, { enabled: false, disabledReason });
    },

    async changeSecret({ id, secret: known }, { secret, formerSecret }) {
      const row = await rowNow(id);
      const settings = { ...(row?.settings as object), formerSecret }; // an object: rowOf wrote it
      if (row?.secret === known && (await change(row, { secret, settings }))) return;
      throw new ConflictError(`The secret of webhook ${id} was changed by another call.`);
    },
  };
}

function rowOf(webhook: Webhook) {
  const { id, storeId, url, secret, enabled, createdAt, failingSince, disabledReason, ...settings } = webhook;
  return {
    id,
    storeId,
    url,
    secret,
    enabled,
    createdAt,
    settings,
    failingSince: failingSince ?? null,
    disabledReason: disabledReason ?? null,
  };
}
