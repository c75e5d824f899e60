import {
  aliasedTable,
  and,
  asc,
  between,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  sql,
} from "drizzle-orm";
import type { Statement, Write } from "../db/driver.ts";
import { insertRow } from "../db/insertRow.ts";
import { preparedWrite } from "../db/prepared.ts";
import type { Delivery, DeliveryResult, DeliveryState, Outbox } from "../gateway/outboxPort.ts";
import { attemptWrite } from "./attempts.ts";
import { one, type StoreContext } from "./context.ts";
import type { Tables } from "./tables.ts";

type DeliveryQueries = Pick<
  Outbox,
  | "dueWebhooks"
  | "claimDeliveries"
  | "releaseDeliveries"
  | "finishDelivery"
  | "loadDelivery"
  | "deliveriesBetween"
  | "redeliver"
  | "hurryUndelivered"
>;

/** What webhooks are owed. Found by due rows, never by "id above the last one", which can skip rows. */
export function deliveryQueries(context: StoreContext): DeliveryQueries {
  const { database, db, t } = context;
  const { deliveries, events } = t;
  const withSequence = () =>
    db
      .select({ row: deliveries, sequence: events.sequence })
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId));
  const finish = preparedWrite((value) =>
    db
      .update(deliveries)
      .set({
        ...{ state: value("state", deliveries.state), dueAt: value("dueAt", deliveries.dueAt) },
        ...{
          outcome: value("outcome", deliveries.outcome),
          attempts: sql`${deliveries.attempts} + 1`,
          leaseUntil: 0,
        },
      })
      .where(
        and(
          eq(deliveries.id, value("id", deliveries.id)),
          eq(deliveries.attempts, value("attempts", deliveries.attempts)),
        ),
      )
      .returning({ id: deliveries.id }),
  );
  return {
    ...claims(context),

    async loadDelivery(id) {
      const [found] = await withSequence().where(eq(deliveries.id, id));
      return found && toDelivery(found);
    },

    async deliveriesBetween(webhookId, from, to, limit) {
      const isThen = and(eq(deliveries.webhookId, webhookId), between(deliveries.createdAt, from, to));
      const again = aliasedTable(deliveries, "again");
      const isOwedAgain = and(eq(again.originalId, deliveries.id), eq(again.state, "due"));
      const found = await withSequence()
        .where(
          and(
            isThen,
            isNull(deliveries.originalId),
            notExists(db.select({ id: again.id }).from(again).where(isOwedAgain)),
          ),
        )
        .orderBy(asc(deliveries.createdAt), asc(events.sequence))
        .limit(limit);
      return found.map(toDelivery);
    },

    finishDelivery: (delivery, result) => database.commit(finishWrites(context, finish, delivery, result)),

    redeliver: (again, at) =>
      database.commit(
        again.map(({ id, delivery: { webhookId, storeId, invoiceId, eventId, body, originalId } }) =>
          one((tx) =>
            insertRow(tx, deliveries, {
              ...{ id, webhookId, storeId, invoiceId, eventId, body, originalId },
              ...{ state: "due", attempts: 0, dueAt: at, leaseUntil: 0, outcome: {}, createdAt: at },
            }),
          ),
        ),
      ),

    async hurryUndelivered(webhookId, at) {
      const isMissing = and(
        eq(deliveries.webhookId, webhookId),
        inArray(deliveries.state, ["due", "exhausted"]),
        isNull(deliveries.originalId),
      );
      const due = {
        state: "due",
        dueAt: sql`case when ${deliveries.dueAt} > ${at} then ${at} else ${deliveries.dueAt} end`,
      };
      return (await db.update(deliveries).set(due).where(isMissing).returning({ id: deliveries.id })).length;
    },
  };
}

function claims({
  db,
  t,
}: StoreContext): Pick<DeliveryQueries, "dueWebhooks" | "claimDeliveries" | "releaseDeliveries"> {
  const { deliveries, events } = t;
  const isDue = (at: number) => and(eq(deliveries.state, "due"), lte(deliveries.dueAt, at));
  const isFirst = eq(deliveries.attempts, 0);
  return {
    async dueWebhooks(at) {
      const rows = await db
        .selectDistinct({ webhookId: deliveries.webhookId })
        .from(deliveries)
        .where(and(isDue(at), lte(deliveries.leaseUntil, at)));
      return rows.map(({ webhookId }) => webhookId);
    },

    async claimDeliveries(webhookId, at, leaseMs, limit) {
      const isIts = and(eq(deliveries.webhookId, webhookId), isDue(at));
      const due = await db
        .select({ row: deliveries, sequence: events.sequence })
        .from(deliveries)
        .innerJoin(events, eq(events.id, deliveries.eventId))
        .where(and(isIts, lte(deliveries.leaseUntil, at), isNotNull(events.sequence))) // the order is of the numbers
        .orderBy(asc(events.sequence), asc(deliveries.id))
        .limit(limit);
      if (due.length === 0) return [];
      const sending = await db
        .select({ invoiceId: deliveries.invoiceId })
        .from(deliveries)
        .where(and(isIts, isFirst, gt(deliveries.leaseUntil, at)));
      const taken = new Set(sending.map(({ invoiceId }) => invoiceId));
      const free = due.filter(({ row }) => row.attempts > 0 || !taken.has(row.invoiceId));
      if (free.length === 0) return [];
      const ids = free.map(({ row }) => row.id);
      const won = await db
        .update(deliveries)
        .set({ leaseUntil: at + leaseMs })
        .where(and(inArray(deliveries.id, ids), isDue(at), lte(deliveries.leaseUntil, at)))
        .returning({ id: deliveries.id });
      const ours = new Set(won.map(({ id }) => id));
      return free.filter(({ row }) => ours.has(row.id)).map(toDelivery);
    },

    async releaseDeliveries(list) {
      const ids = list.map(({ id }) => id);
      if (ids.length === 0) return;
      const isUnsent = and(inArray(deliveries.id, ids), eq(deliveries.state, "due"));
      await db.update(deliveries).set({ leaseUntil: 0 }).where(isUnsent).returning({ id: deliveries.id });
    },
  };
}

function finishWrites(
  { t }: StoreContext,
  finish: (values: Readonly<Record<string, unknown>>) => Statement,
  delivery: Delivery,
  { state, dueAt, outcome, attempt }: DeliveryResult,
): readonly Write[] {
  const { deliveries } = t;
  const isRedelivered = delivery.originalId !== delivery.id && state === "delivered";
  return [
    one(() => finish({ id: delivery.id, attempts: delivery.attempts, state, dueAt, outcome })),
    ...(attempt ? [attemptWrite(t, attempt)] : []),
    ...(isRedelivered
      ? [
          one((tx) =>
            tx
              .update(deliveries)
              .set({ state })
              .where(eq(deliveries.id, delivery.originalId))
              .returning({ id: deliveries.id }),
          ),
        ]
      : []),
  ];
}

type Found = Readonly<{ row: Tables["deliveries"]["$inferSelect"]; sequence: number | null }>;

/** Events get their numbers before anything is sent of them. */
function toDelivery({ row, sequence }: Found): Delivery {
  const { id, webhookId, storeId, invoiceId, eventId, body, attempts, dueAt, createdAt } = row;
  return {
    ...{ id, webhookId, storeId, invoiceId, eventId, body, attempts, dueAt, createdAt },
    originalId: row.originalId ?? id,
    state: row.state as DeliveryState, // written above, and in invoiceWrites.ts
    sequence: sequence ?? 0,
  };
}
