import { and, asc, count, eq, isNotNull, lte, min } from "drizzle-orm";
import { z } from "zod";
import type { Instant } from "../../values/time.ts";
import type { PersistenceContext } from "./context.ts";

/** What an operator watches of a database: how many invoices are in each state, webhooks and mails that wait, and the last audit. */
export type Figures = Readonly<{
  invoices: Readonly<Record<string, number>>;
  deliveriesDue: number;
  oldestDueAt: Instant | undefined;
  webhooksDisabled: number; // by the gateway, because they failed for too long
  mailsDue: number;
  oldestMailAt: Instant | undefined;
  audit: Readonly<{ violations: number; at: Instant; wholeSince?: Instant | undefined }> | undefined;
}>;

const auditSchema = z.object({ violations: z.number().int(), wholeSince: z.number().int().optional() });

/** Counts now. Reads all invoices' states: callers keep the answer for a while. */
export async function readFigures({ db, t }: PersistenceContext, now: Instant): Promise<Figures> {
  const { invoices, deliveries, mails, notes, webhooks } = t;
  const states = await db
    .select({ state: invoices.state, count: count() })
    .from(invoices)
    .groupBy(invoices.state)
    .orderBy(asc(invoices.state));
  const [due] = await db
    .select({ count: count(), oldest: min(deliveries.dueAt) })
    .from(deliveries)
    .where(and(eq(deliveries.state, "due"), lte(deliveries.dueAt, now)));
  const [mail] = await db
    .select({ count: count(), oldest: min(mails.dueAt) })
    .from(mails)
    .where(and(eq(mails.state, "due"), lte(mails.dueAt, now)));
  const [disabled] = await db
    .select({ count: count() })
    .from(webhooks)
    .where(isNotNull(webhooks.disabledReason));
  const [note] = await db.select().from(notes).where(eq(notes.name, "audit"));
  const audit = auditSchema.safeParse(note?.body);
  return {
    invoices: Object.fromEntries(states.map((row) => [row.state, row.count])),
    deliveriesDue: due?.count ?? 0,
    oldestDueAt: due?.oldest ?? undefined,
    webhooksDisabled: disabled?.count ?? 0,
    mailsDue: mail?.count ?? 0,
    oldestMailAt: mail?.oldest ?? undefined,
    audit: note && audit.success ? { ...audit.data, at: note.at } : undefined,
  };
}
