import { aliasedTable, and, asc, between, eq, gt, inArray, isNull, notExists, sql } from "drizzle-orm";
import type { Statement, Write } from "../../../database/driver.ts";
import { insertRow } from "../../../database/insertRow.ts";
import { preparedWrite } from "../../../database/prepared.ts";
import type { Delivery, DeliveryResult, Deliveries } from "../../ports/outboxPort.ts";
import { attemptWrite } from "./attempts.ts";
import { one, type PersistenceContext } from "../context.ts";
import { claimQueries, toDelivery, withSequence } from "./deliveryClaims.ts";

/** What webhooks are owed. Found by due rows, never by "id above the last one", which can skip rows. */
export function deliveryQueries(context: PersistenceContext): Deliveries {
  const { database, db, t } = context;
  const { deliveries, events } = t;
  const finish = preparedWrite((value) =>
    db
      .update(deliveries)
      .set({
        state: value("state", deliveries.state),
        dueAt: value("dueAt", deliveries.dueAt),
        outcome: value("outcome", deliveries.outcome),
        attempts: sql`${deliveries.attempts} + 1`,
        leaseUntil: 0,
      })
      .where(
        and(
          eq(deliveries.id, value("id", deliveries.id)),
          eq(deliveries.attempts, value("attempts", deliveries.attempts)),
          eq(deliveries.state, "due"),
        ),
      )
      .returning({ id: deliveries.id }),
  );
  return {
    ...claimQueries(context),

    async load(id) {
      const [found] = await withSequence(context).where(eq(deliveries.id, id));
      return found && toDelivery(found);
    },

    async between(webhookId, from, to, limit) {
      const isThen = and(eq(deliveries.webhookId, webhookId), between(deliveries.createdAt, from, to));
      const again = aliasedTable(deliveries, "again");
      const isOwedAgain = and(eq(again.originalId, deliveries.id), eq(again.state, "due"));
      const found = await withSequence(context)
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

    finish: (delivery, result) => database.commit(finishWrites(context, finish, delivery, result)),

    async passOver(list) {
      const isAsRead = and(
        inArray(
          deliveries.id,
          list.map(({ id }) => id),
        ),
        eq(deliveries.state, "due"),
      );
      await db
        .update(deliveries)
        .set({ state: "exhausted" })
        .where(isAsRead)
        .returning({ id: deliveries.id });
    },

    redeliver: (again, at) =>
      database.commit(
        again.map(({ id, delivery: { webhookId, storeId, invoiceId, eventId, originalId } }) =>
          one((tx) =>
            insertRow(tx, deliveries, {
              id,
              webhookId,
              storeId,
              invoiceId,
              eventId,
              originalId,
              state: "due",
              attempts: 0,
              dueAt: at,
              leaseUntil: 0,
              outcome: {},
              createdAt: at,
            }),
          ),
        ),
      ),

    async hurryUndelivered(webhookId, at) {
      const isMissing = and(
        eq(deliveries.webhookId, webhookId),
        inArray(deliveries.state, ["due", "exhausted"]),
        isNull(deliveries.originalId),
        notExists(takenLater(context)),
      );
      const due = {
        state: "due",
        dueAt: sql`case when ${deliveries.dueAt} > ${at} then ${at} else ${deliveries.dueAt} end`,
      };
      return (await db.update(deliveries).set(due).where(isMissing).returning({ id: deliveries.id })).length;
    },
  };
}

/** Deliveries of later events of the same invoice that the same webhook has taken. */
function takenLater({ db, t: { deliveries, events } }: PersistenceContext) {
  const later = aliasedTable(deliveries, "later");
  const laterEvent = aliasedTable(events, "later_event");
  const sequence = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(eq(events.id, deliveries.eventId));
  return db
    .select({ id: later.id })
    .from(later)
    .innerJoin(laterEvent, eq(laterEvent.id, later.eventId))
    .where(
      and(
        eq(later.webhookId, deliveries.webhookId),
        eq(later.invoiceId, deliveries.invoiceId),
        eq(later.state, "delivered"),
        gt(laterEvent.sequence, sequence),
      ),
    );
}

function finishWrites(
  { t }: PersistenceContext,
  finish: (values: Readonly<Record<string, unknown>>) => Statement,
  delivery: Delivery,
  { state, dueAt, outcome, attempt, takenUp = [] }: DeliveryResult,
): readonly Write[] {
  const { deliveries } = t;
  const isRedelivered = delivery.originalId !== delivery.id && state === "delivered";
  return [
    one(() => finish({ id: delivery.id, attempts: delivery.attempts, state, dueAt, outcome })),
    ...(attempt ? [attemptWrite(t, attempt)] : []),
    ...takenUp.map(({ id }) =>
      one((tx) =>
        tx
          .update(deliveries)
          .set({
            state: sql`case when ${deliveries.state} = 'exhausted' then 'due' else ${deliveries.state} end`,
          })
          .where(eq(deliveries.id, id))
          .returning({ id: deliveries.id }),
      ),
    ),
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
