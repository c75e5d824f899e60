import type { DeliveryState, Events } from "../../ports/outboxPort.ts";
import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { ConflictError, type Statement } from "../../../database/driver.ts";
import { preparedRead, preparedWrite } from "../../../database/prepared.ts";
import { one, type PersistenceContext } from "../context.ts";
import { check } from "../invoices/invoiceRows.ts";
import { checkpointWrite } from "../checkpoints.ts";

type EventQueries = Pick<Events, "number" | "list" | "log" | "standingOf">;

const NUMBERED = "events numbered"; // a note: the last number of each store
const numberedSchema = z.record(z.string(), z.number().int().nonnegative());

/** Events as receivers count them. */
export function eventQueries(context: PersistenceContext): EventQueries {
  const { db, t } = context;
  const { events, deliveries, invoices, pullPayments } = t;
  const standing = standingColumns(context);
  const standingOf = preparedRead("standing_of_subject", () => standingQuery(context));
  const number = preparedWrite((value) =>
    db
      .update(events)
      .set({ sequence: value("sequence", events.sequence) })
      .where(and(eq(events.id, value("id", events.id)), isNull(events.sequence)))
      .returning({ id: events.id }),
  );
  return {
    number: (limit, at) => numberEvents(context, number, limit, at),

    async standingOf(subjectId) {
      const [row] = await standingOf({ subjectId });
      return row;
    },

    async list(storeId, { after, limit, undelivered }) {
      const isUndelivered = and(
        eq(deliveries.eventId, events.id),
        inArray(deliveries.state, ["due", "exhausted"]),
        isNull(deliveries.originalId),
      );
      const rows = await db
        .select({ sequence: events.sequence, body: events.body, current: standing })
        .from(events)
        .leftJoin(pullPayments, eq(pullPayments.id, events.invoiceId))
        .leftJoin(
          invoices, // none where an event is about a payment request or a payout
          eq(invoices.id, sql`coalesce(${pullPayments.invoiceId}, ${events.invoiceId})`),
        )
        .where(
          and(
            eq(events.storeId, storeId),
            gt(events.sequence, after),
            undelivered
              ? exists(db.select({ id: deliveries.id }).from(deliveries).where(isUndelivered))
              : undefined,
          ),
        )
        .orderBy(asc(events.sequence))
        .limit(limit);
      return rows.map(({ sequence, body, current }) => ({
        sequence: sequence ?? 0, // those without one are not above `after`
        body,
        current: current ?? undefined,
      }));
    },

    async log(storeId, { before, type, subjectId, limit }) {
      const { id, sequence, at, invoiceId } = events;
      const isWanted = and(
        eq(events.storeId, storeId),
        before === undefined ? isNotNull(sequence) : lt(sequence, before),
        type === undefined ? undefined : eq(events.type, type),
        subjectId === undefined ? undefined : eq(invoiceId, subjectId),
      );
      const found = await db
        .select({ id, sequence, type: events.type, subjectId: invoiceId, at })
        .from(events)
        .where(isWanted)
        .orderBy(desc(sequence))
        .limit(limit);
      const { eventId, webhookId, state, attempts } = deliveries;
      const sent = await db
        .select({ eventId, webhookId, state, attempts })
        .from(deliveries)
        .where(
          inArray(
            eventId,
            found.map((event) => event.id),
          ),
        );
      return found.map(({ id: own, sequence: number, ...event }) => ({
        ...event,
        sequence: number ?? 0,
        deliveries: sent
          .filter((one) => one.eventId === own)
          .map((one) => ({ ...one, state: one.state as DeliveryState })),
      }));
    },
  };
}

function standingColumns({ t: { invoices } }: PersistenceContext) {
  return { version: invoices.version, status: invoices.state, additionalStatus: invoices.additional };
}

/**
 * The status of the invoice with the id `subjectId`, or of the invoice that the pull payment of that id
 * refunds. It runs for every delivery.
 */
export function standingQuery(context: PersistenceContext) {
  const { db, t } = context;
  const { invoices, pullPayments } = t;
  const subjectId = sql.placeholder("subjectId");
  const refunded = db
    .select({ id: pullPayments.invoiceId })
    .from(pullPayments)
    .where(eq(pullPayments.id, subjectId));
  // One value, found before: of "id = … or id in (…)" PostgreSQL makes a scan of all invoices.
  return db
    .select(standingColumns(context))
    .from(invoices)
    .where(eq(invoices.id, sql`coalesce((${refunded}), ${subjectId})`));
}

/**
 * Numbers are assigned after the commit, by one writer at a time: an event with a slow commit gets a higher
 * number than any that was read before, so a reader that continues from a number misses none.
 */
async function numberEvents(
  { database, db, t }: PersistenceContext,
  number: (values: Readonly<{ id: string; sequence: number }>) => Statement,
  limit: number,
  at: number,
): Promise<number> {
  const { events, notes } = t;
  const fresh = await db
    .select({ id: events.id, storeId: events.storeId })
    .from(events)
    .where(isNull(events.sequence))
    .orderBy(asc(events.at), asc(events.invoiceId), asc(events.version), asc(events.ordinal))
    .limit(limit);
  if (fresh.length === 0) return 0;
  const [note] = await db.select().from(notes).where(eq(notes.name, NUMBERED));
  const last = new Map(Object.entries(check(numberedSchema, note?.body ?? {}, `note "${NUMBERED}"`)));
  const writes = fresh.map(({ id, storeId }) => {
    const sequence = (last.get(storeId) ?? 0) + 1;
    last.set(storeId, sequence);
    return one(() => number({ id, sequence }));
  });
  const body = Object.fromEntries(last);
  try {
    await database.commit([
      checkpointWrite(t, { name: NUMBERED, body, at, version: note?.version ?? 0 }),
      ...writes,
    ]);
  } catch (error) {
    if (error instanceof ConflictError) return 0; // another process is numbering them
    throw error;
  }
  return fresh.length;
}
