import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Delivery, DeliveryState, Deliveries } from "../../ports/outboxPort.ts";
import type { PersistenceContext } from "../context.ts";
import type { Tables } from "../tables.ts";

type ClaimQueries = Pick<Deliveries, "dueWebhooks" | "claim" | "release">;

/** Claims of deliveries: each is leased to one process, and with it the invoice's place in the queue. */
export function claimQueries(context: PersistenceContext): ClaimQueries {
  const { db, t } = context;
  const { deliveries, events } = t;
  const isOwed = eq(deliveries.state, "due");

  const release = async (ids: readonly string[], notBefore = 0) => {
    if (ids.length === 0) return;
    const dueAt = sql`case when ${deliveries.dueAt} < ${notBefore} then ${notBefore} else ${deliveries.dueAt} end`;
    await db
      .update(deliveries)
      .set({ leaseUntil: 0, dueAt })
      .where(and(inArray(deliveries.id, [...ids]), isOwed))
      .returning({ id: deliveries.id });
  };

  return {
    async dueWebhooks(at) {
      const rows = await db
        .selectDistinct({ webhookId: deliveries.webhookId })
        .from(deliveries)
        .where(and(isOwed, lte(deliveries.dueAt, at), lte(deliveries.leaseUntil, at)));
      return rows.map(({ webhookId }) => webhookId);
    },

    async claim(webhookId, at, leaseMs, limit) {
      const isFree = and(isOwed, lte(deliveries.leaseUntil, at));
      const isIts = and(eq(deliveries.webhookId, webhookId), lte(deliveries.dueAt, at));
      const due = await db
        .select({ invoiceId: deliveries.invoiceId, sequence: events.sequence })
        .from(deliveries)
        .innerJoin(events, eq(events.id, deliveries.eventId))
        .where(and(isIts, isFree, isNotNull(events.sequence))) // the order is of the numbers
        .orderBy(asc(events.sequence), asc(deliveries.id))
        .limit(limit);
      if (due.length === 0) return [];
      const lastOf = new Map(due.map(({ invoiceId, sequence }) => [invoiceId, sequence ?? 0]));
      const isOfQueues = and(
        eq(deliveries.webhookId, webhookId),
        inArray(deliveries.invoiceId, [...lastOf.keys()]),
      );
      const queues = await withSequence(context)
        .where(and(isOfQueues, isOwed))
        .orderBy(asc(events.sequence), asc(deliveries.id));
      const wanted = sendable(queues, lastOf, at);
      if (wanted.length === 0) return [];
      const won = await db
        .update(deliveries)
        .set({ leaseUntil: at + leaseMs })
        .where(
          and(
            inArray(
              deliveries.id,
              wanted.map(({ row }) => row.id),
            ),
            isFree,
          ),
        )
        .returning({ id: deliveries.id, attempts: deliveries.attempts });
      const ours = new Map(won.map(({ id, attempts }) => [id, attempts]));
      // A concurrent claim of a part of a queue sends that part first, or has sent it since it was read.
      const isLost = ({ row }: Found) => ours.get(row.id) !== row.attempts;
      const lost = new Set(wanted.filter(isLost).map(({ row }) => row.invoiceId));
      const [broken, whole] = parted(wanted, ({ row }) => lost.has(row.invoiceId));
      await release(broken.map(({ row }) => row.id).filter((id) => ours.has(id)));
      return whole.map(toDelivery);
    },

    release: (list, notBefore) =>
      release(
        list.map(({ id }) => id),
        notBefore,
      ),
  };
}

/** Deliveries with the numbers and the words of their events. */
export function withSequence({ db, t: { deliveries, events } }: PersistenceContext) {
  return db
    .select({ row: deliveries, sequence: events.sequence, body: events.body })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId));
}

type Found = Readonly<{ row: Tables["deliveries"]["$inferSelect"]; sequence: number | null; body: unknown }>;

/** Events get their numbers before anything is sent of them. */
export function toDelivery({ row, sequence, body }: Found): Delivery {
  const { id, webhookId, storeId, invoiceId, eventId, attempts, dueAt, createdAt } = row;
  return {
    id,
    webhookId,
    storeId,
    invoiceId,
    eventId,
    attempts,
    dueAt,
    createdAt,
    body: body as Delivery["body"], // as announce.ts wrote it
    originalId: row.originalId ?? id,
    state: row.state as DeliveryState, // written above, and in invoiceWrites.ts
    sequence: sequence ?? 0,
  };
}

/**
 * The sendable part of the queues of invoices: of each everything up to the event of that number,
 * regardless of its due time, so that the receiver gets events in order. Nothing of a queue while a part of
 * it is being sent.
 */
function sendable(
  queues: readonly Found[],
  lastOf: ReadonlyMap<string, number>,
  at: number,
): readonly Found[] {
  const sending = new Set(queues.filter(({ row }) => row.leaseUntil > at).map(({ row }) => row.invoiceId));
  const isUpTo = (sequence: number | null, last = 0) => sequence !== null && sequence <= last;
  return queues.filter(
    ({ row: { invoiceId }, sequence }) => !sending.has(invoiceId) && isUpTo(sequence, lastOf.get(invoiceId)),
  );
}

function parted<T>(
  items: readonly T[],
  isFirst: (item: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
