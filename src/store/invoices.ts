import { and, asc, desc, eq, gt, gte, inArray, lte, sql, type SQL } from "drizzle-orm";
import type { Write } from "../db/driver.ts";
import type { InvoiceFilter, SaveExtras, Store } from "../gateway/storePort.ts";
import { fateOf } from "../invoices/credit.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { leaseWrites } from "./addresses.ts";
import { one, readable, type StoreContext } from "./context.ts";
import { toInvoice } from "./rows.ts";

type InvoiceQueries = Pick<Store, "issue" | "save" | "load" | "list" | "movingInvoices" | "overdueInvoices">;

/** Invoices, and everything that is written in the same commit as one of their decisions. */
export function invoiceQueries(context: StoreContext): InvoiceQueries {
  const { database, db, t } = context;
  const { invoices } = t;
  return {
    issue: (invoice, extras) =>
      database.commit([
        one((tx) =>
          tx.insert(invoices).values(invoiceRow(invoice, extras.at)).returning({ id: invoices.id }),
        ),
        ...extraWrites(context, undefined, invoice, extras),
      ]),

    save: (before, decision, extras) =>
      database.commit([
        one(
          (tx) =>
            tx
              .update(invoices)
              .set(changingRow(decision.invoice, extras.at))
              .where(and(eq(invoices.id, before.id), eq(invoices.version, before.version)))
              .returning({ id: invoices.id }),
          `Invoice ${before.id} has moved on from version ${before.version}.`,
        ),
        ...extraWrites(context, before, decision.invoice, extras),
      ]),

    async load(invoiceId) {
      const [row] = await db.select().from(invoices).where(eq(invoices.id, invoiceId));
      return row && toInvoice(row);
    },

    async list(storeId, filter) {
      const order = filter.oldestFirst
        ? [asc(invoices.createdAt), asc(invoices.id)]
        : [desc(invoices.createdAt), desc(invoices.id)];
      const rows = await db
        .select()
        .from(invoices)
        .where(and(eq(invoices.storeId, storeId), ...conditions(context, filter)))
        .orderBy(...order)
        .limit(filter.limit)
        .offset(filter.skip ?? 0);
      return readable(context, rows, toInvoice);
    },

    async movingInvoices(after, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(and(eq(invoices.moving, true), gt(invoices.id, after)))
        .orderBy(asc(invoices.id))
        .limit(limit);
      return readable(context, rows, toInvoice);
    },

    async overdueInvoices(at, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(and(eq(invoices.state, "New"), lte(invoices.expiresAt, at)))
        .orderBy(asc(invoices.expiresAt), asc(invoices.id))
        .limit(limit);
      return readable(context, rows, toInvoice);
    },
  };
}

function conditions({ t }: StoreContext, filter: InvoiceFilter): readonly (SQL | undefined)[] {
  const { invoices } = t;
  const { after } = filter;
  const compare = filter.oldestFirst ? sql`>` : sql`<`;
  return [
    filter.orderIds && inArray(invoices.orderId, filter.orderIds.map(orderKey)),
    filter.states && inArray(invoices.state, [...filter.states]),
    filter.createdFrom === undefined ? undefined : gte(invoices.createdAt, filter.createdFrom),
    filter.createdUntil === undefined ? undefined : lte(invoices.createdAt, filter.createdUntil),
    // A row value, because "a < x or (a = x and b < y)" makes SQLite read everything before the page.
    after && sql`(${invoices.createdAt}, ${invoices.id}) ${compare} (${after.createdAt}, ${after.id})`,
  ];
}

function changingRow(invoice: Invoice, at: number) {
  const { version, state, additional, facts } = invoice;
  const moving = facts.deposits.some((deposit) => fateOf(facts, deposit) === "moving");
  return { version, state, additional, moving, facts, changedAt: at };
}

function invoiceRow(invoice: Invoice, at: number) {
  const { id, storeId, terms } = invoice;
  return {
    id,
    storeId,
    terms,
    orderId: orderIdOf(terms.metadata),
    createdAt: terms.createdAt,
    expiresAt: terms.expiresAt,
    ...changingRow(invoice, at),
  };
}

/** Plugins look their orders up by metadata.orderId. */
function orderIdOf(metadata: unknown): string | null {
  if (typeof metadata !== "object" || metadata === null || !("orderId" in metadata)) return null;
  const { orderId } = metadata;
  return typeof orderId === "string" || typeof orderId === "number" ? orderKey(String(orderId)) : null;
}

/** What is kept of an order id for looking it up: PostgreSQL takes no NUL in a text, and no long one in an index. */
function orderKey(orderId: string): string {
  return orderId.replaceAll("\u0000", "").slice(0, 200);
}

function extraWrites(
  context: StoreContext,
  before: Invoice | undefined,
  after: Invoice,
  extras: SaveExtras,
): readonly Write[] {
  return [
    ...claimWrites(context, before, after, extras.at),
    ...eventWrites(context, after, extras),
    ...(extras.quotes ?? []).map((quote) =>
      one((tx) => tx.insert(context.t.quotes).values(quote).returning({ id: context.t.quotes.id })),
    ),
    ...leaseWrites(context, extras),
    ...observationWrites(context, after.id, extras),
    ...(extras.claim ? [claimWrite(context, after, extras.claim, extras.at)] : []),
  ];
}

/** New outputs and settlements are claimed in the same commit; a claim that somebody else holds undoes it. */
function claimWrites(
  context: StoreContext,
  before: Invoice | undefined,
  after: Invoice,
  at: number,
): readonly Write[] {
  const { t } = context;
  const known = before?.facts;
  const chainOf = (methodId: string) =>
    after.facts.offers.find((offer) => offer.methodId === methodId)?.chainId;
  const newDeposits = after.facts.deposits.filter(
    ({ outpoint }) => !known?.deposits.some((deposit) => deposit.outpoint === outpoint),
  );
  const newSettlements = after.facts.settlements.filter(
    ({ proof }) => !known?.settlements.some((settlement) => settlement.proof === proof),
  );
  return [
    ...newDeposits.map(({ outpoint, value, methodId }) =>
      one(
        (tx) =>
          tx
            .insert(t.deposits)
            .values({ key: `${chainOf(methodId)}:${outpoint}`, invoiceId: after.id, value, at })
            .onConflictDoNothing()
            .returning({ key: t.deposits.key }),
        `Output ${outpoint} is already credited.`,
      ),
    ),
    ...newSettlements.map((settlement) => claimWrite(context, after, settlement, at)),
  ];
}

function claimWrite(
  { t }: StoreContext,
  { id: invoiceId }: Invoice,
  { proof, outpoint }: NonNullable<SaveExtras["claim"]>,
  at: number,
): Write {
  return one(
    (tx) =>
      tx
        .insert(t.settlements)
        .values({ proof, outpoint, invoiceId, at })
        .onConflictDoNothing()
        .returning({ proof: t.settlements.proof }),
    `Settlement ${proof} already settles another deposit.`,
  );
}

/** Events and their deliveries: the outbox, written with the state that they announce. */
function eventWrites({ t }: StoreContext, after: Invoice, extras: SaveExtras): readonly Write[] {
  const eventId = (ordinal: number) => `${after.id}-${after.version}-${ordinal}`;
  const { id: invoiceId, storeId, version } = after;
  const { at } = extras;
  return [
    ...extras.events.map(({ event, body }, ordinal) =>
      one((tx) =>
        tx
          .insert(t.events)
          .values({ id: eventId(ordinal), invoiceId, storeId, version, ordinal, type: event.type, body, at })
          .returning({ id: t.events.id }),
      ),
    ),
    ...extras.deliveries.map(({ id, webhookId, ordinal, body }) =>
      one((tx) =>
        tx
          .insert(t.deliveries)
          .values({
            ...{ id, webhookId, storeId, invoiceId, body, eventId: eventId(ordinal) },
            ...{ state: "due", attempts: 0, dueAt: at, leaseUntil: 0, outcome: {}, createdAt: at },
          })
          .returning({ id: t.deliveries.id }),
      ),
    ),
  ];
}

function observationWrites({ t }: StoreContext, invoiceId: string, extras: SaveExtras): readonly Write[] {
  const { observation, at } = extras;
  if (!observation) return [];
  return [
    one((tx) =>
      tx
        .insert(t.observations)
        .values({ invoiceId, source: observation.source, at, body: observation.body })
        .returning({ id: t.observations.id }),
    ),
  ];
}
