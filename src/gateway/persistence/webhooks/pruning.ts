import type { Events } from "../../ports/outboxPort.ts";
import { and, asc, eq, gt, inArray, isNotNull, lt, notExists, type SQL } from "drizzle-orm";
import { z } from "zod";
import { firstIdAt } from "../../../values/ids.ts";
import type { Instant } from "../../../values/time.ts";
import type { PersistenceContext } from "../context.ts";
import { check } from "../invoices/invoiceRows.ts";
import { checkpointWrite } from "../checkpoints.ts";

type Pruning = Pick<Events, "removeOld" | "noteRemoval">;

const REMOVED = "events removed"; // a note: from before when
const removedSchema = z.object({ before: z.number().int() });

/**
 * Removes old rows of the outbox, a slice at a time. Ids begin with the time at which they were made, those
 * of events with their invoice's, so old rows are found through the primary key. An event is removed first,
 * unless a delivery is still due; then its deliveries, then their attempts: the rest stays readable.
 */
export function pruningQueries(context: PersistenceContext): Pruning {
  const { database, db, t } = context;
  const { events, deliveries, attempts } = t;
  const ofEvent = db.select({ id: deliveries.id }).from(deliveries);
  const isDue = and(eq(deliveries.eventId, events.id), eq(deliveries.state, "due"));
  const itsEvent = db.select({ id: events.id }).from(events).where(eq(events.id, deliveries.eventId));
  const itsDelivery = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.id, attempts.deliveryId));

  const old = {
    events: {
      table: events,
      at: events.at,
      isEnded: and(isNotNull(events.sequence), notExists(ofEvent.where(isDue))),
    },
    deliveries: { table: deliveries, at: deliveries.createdAt, isEnded: notExists(itsEvent) },
    attempts: { table: attempts, at: attempts.at, isEnded: notExists(itsDelivery) },
  } as const;

  /** Both in one order and by one index: what is looked at, and of that what goes. */
  const remove = async ({ table, at, isEnded }: Old, before: Instant, after: string, limit: number) => {
    const isNext = and(gt(table.id, after), lt(table.id, firstIdAt(before)));
    const looked = await db
      .select({ id: table.id })
      .from(table)
      .where(isNext)
      .orderBy(asc(table.id))
      .limit(limit);
    const ids = looked.map(({ id }) => id);
    if (ids.length > 0)
      await db
        .delete(table)
        .where(and(inArray(table.id, ids), lt(at, before), isEnded))
        .returning({ id: table.id });
    return ids.length < limit ? undefined : ids.at(-1);
  };
  type Old = Readonly<{ table: typeof events; at: typeof events.at; isEnded: SQL | undefined }>;

  return {
    removeOld: (what, before, after, limit) => remove(old[what] as unknown as Old, before, after, limit), // the columns that are used are alike

    async noteRemoval(before, at) {
      const note = await readRemoval(context);
      if (before <= note.before) return;
      await database.commit([
        checkpointWrite(t, { name: REMOVED, body: { before }, at, version: note.version }),
      ]);
    },
  };
}

/** From before when events may have been removed; 0 where none was. */
export async function removedBefore(context: PersistenceContext): Promise<Instant> {
  return (await readRemoval(context)).before;
}

async function readRemoval({ db, t: { notes } }: PersistenceContext) {
  const [note] = await db.select().from(notes).where(eq(notes.name, REMOVED));
  const { before } = check(removedSchema, note?.body ?? { before: 0 }, `note "${REMOVED}"`);
  return { before, version: note?.version ?? 0 };
}
