import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql, type Column, type SQL } from "drizzle-orm"; // prettier-ignore
import { insertRow } from "../db/insertRow.ts";
import { preparedRead } from "../db/prepared.ts";
import type { InvoiceFilter, Store } from "../gateway/storePort.ts";
import { untilKept } from "../gateway/untilKept.ts";
import { attentionOf } from "../invoices/attention.ts";
import { isUnfinished } from "../invoices/credit.ts";
import { isUnpriced } from "../invoices/due.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { one, readable, type StoreContext } from "./context.ts";
import { refuseUnreadable, toInvoice } from "./invoiceRows.ts";
import { asWord, wordsOf } from "./invoiceWords.ts";
import { decisionWrites } from "./invoiceWrites.ts";
import { isSearchable, searchInvoices, wordWrites, type Asking } from "./searchInvoices.ts";
import { openingWrite } from "./openings.ts";

type InvoiceQueries = Pick<
  Store,
  | "issue"
  | "save"
  | "label"
  | "load"
  | "list"
  | "unpricedInvoices"
  | "movingInvoices"
  | "overdueInvoices"
  | "invoicesNeedingAttention"
>;

/** Invoices, and everything that is written in the same commit as one of their decisions. */
export function invoiceQueries(context: StoreContext): InvoiceQueries {
  const { database, db, t } = context;
  const { invoices } = t;
  const byId = preparedRead("invoice_by_id", () =>
    db
      .select()
      .from(invoices)
      .where(eq(invoices.id, sql.placeholder("id"))),
  );
  return {
    async issue(invoice, extras) {
      refuseUnreadable(invoice);
      await database.commit([
        one((tx) => insertRow(tx, invoices, invoiceRow(invoice, extras.at))),
        ...decisionWrites(context, undefined, invoice, extras),
        ...wordWrites(context, undefined, invoice, orderKeyOf),
        ...(extras.opening ? [openingWrite(context, extras.opening, invoice.id)] : []),
      ]);
    },

    async save(before, decision, extras) {
      refuseUnreadable(decision.invoice);
      await database.commit([
        one(
          (tx) =>
            tx
              .update(invoices)
              .set(changingRow(decision.invoice, extras.at))
              .where(and(eq(invoices.id, before.id), eq(invoices.version, before.version)))
              .returning({ id: invoices.id }),
          `Invoice ${before.id} has moved on from version ${before.version}.`,
        ),
        ...decisionWrites(context, before, decision.invoice, extras),
        ...wordWrites(context, before, decision.invoice, orderKeyOf),
      ]);
    },

    label: (invoiceId, { metadata, archivedAt }) =>
      untilKept(async () => {
        const [row] = metadata === undefined ? [] : await db.select().from(invoices).where(eq(invoices.id, invoiceId));
        const isRead = and(eq(invoices.id, invoiceId), row && eq(invoices.version, row.version));
        const labelled = row && toInvoice({ ...row, metadata });
        const words = labelled && wordsOf(labelled);
        await database.commit([
          one(
            (tx) =>
              tx
                .update(invoices)
                .set({
                  ...(metadata === undefined ? {} : { metadata, orderId: orderKeyOf(metadata), words }),
                  ...(archivedAt === undefined ? {} : { archivedAt }),
                })
                .where(isRead)
                .returning({ id: invoices.id }),
            `Invoice ${invoiceId} has moved on.`,
          ),
          ...(labelled ? wordWrites(context, undefined, labelled, orderKeyOf) : []),
        ]);
      }), // prettier-ignore

    async load(invoiceId) {
      const [row] = await byId({ id: invoiceId });
      return row && toInvoice(row);
    },

    async list(storeId, filter) {
      const { word } = filter;
      if (word !== undefined && isSearchable(word)) {
        const asking: Asking = {
          conditions: (table) => conditions({ invoices: table }, filter),
          isAfter: (columns, place) => isAfter(columns, storeId, place, filter.oldestFirst),
        };
        const found = await searchInvoices(context, storeId, { ...filter, word }, asking);
        return readable(context, found, toInvoice);
      }
      const direction = filter.oldestFirst ? asc : desc;
      const places = storeId === undefined ? [invoices.id] : [invoices.createdAt, invoices.id]; // as an index has them
      const isOfStore = storeId === undefined ? undefined : eq(invoices.storeId, storeId);
      const order = places.map((place) => direction(place));
      const isListed = and(
        isOfStore,
        isAfter(invoices, storeId, filter.after, filter.oldestFirst),
        ...conditions(t, filter),
      );
      const skipping = db
        .select({ id: invoices.id })
        .from(invoices)
        .where(isListed)
        .orderBy(...order)
        .limit(filter.limit)
        .offset(filter.skip ?? 0); // by an index alone: what is passed over is not read
      const rows = await db
        .select()
        .from(invoices)
        .where(filter.skip ? inArray(invoices.id, skipping) : isListed)
        .orderBy(...order)
        .limit(filter.limit);
      return readable(context, rows, toInvoice);
    },

    async unpricedInvoices(after, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(and(isNotNull(invoices.unpricedSince), gt(invoices.id, after)))
        .orderBy(asc(invoices.id))
        .limit(limit);
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

    async overdueInvoices(at, after, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(and(eq(invoices.state, "New"), lte(invoices.expiresAt, at), gt(invoices.id, after)))
        .orderBy(asc(invoices.id))
        .limit(limit);
      return readable(context, rows, toInvoice);
    },

    async invoicesNeedingAttention(storeId, after, limit) {
      const isNext = and(
        eq(invoices.storeId, storeId),
        isNotNull(invoices.attention),
        gt(invoices.id, after),
      );
      const rows = await db.select().from(invoices).where(isNext).orderBy(asc(invoices.id)).limit(limit);
      return readable(context, rows, toInvoice);
    },
  };
}

function isAfter(
  { createdAt, id }: Readonly<{ createdAt: unknown; id: unknown }>,
  storeId: string | undefined,
  after: InvoiceFilter["after"],
  oldestFirst: boolean | undefined,
): SQL | undefined {
  if (!after) return undefined;
  const compare = oldestFirst ? sql`>` : sql`<`;
  if (storeId === undefined) return sql`${id} ${compare} ${after.id}`;
  // A row value, because "a < x or (a = x and b < y)" makes SQLite read everything before the page.
  return sql`(${createdAt}, ${id}) ${compare} (${after.createdAt}, ${after.id})`;
}

type Invoices = Pick<StoreContext["t"], "invoices">;

function conditions({ invoices }: Invoices, filter: InvoiceFilter): readonly (SQL | undefined)[] {
  return [
    filter.orderIds && inArray(invoices.orderId, filter.orderIds.map(orderKey)),
    filter.states && inArray(invoices.state, [...filter.states]),
    filter.word === undefined ? undefined : hasWord({ invoices }, filter.word.replaceAll("\u0000", "")),
    filter.withArchived ? undefined : isNull(invoices.archivedAt),
    filter.createdFrom === undefined ? undefined : gte(invoices.createdAt, filter.createdFrom),
    filter.createdUntil === undefined ? undefined : lte(invoices.createdAt, filter.createdUntil),
  ];
}

function hasWord({ invoices }: Invoices, word: string): SQL | undefined {
  const begins = (column: Column, text: string, before = "") => {
    const pattern = `${before}${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    return sql`${column} like ${pattern} escape '\\'`;
  };
  return or(
    begins(invoices.id, word),
    begins(invoices.orderId, orderKey(word)),
    begins(invoices.words, asWord(word), "% "),
  );
}

function changingRow(invoice: Invoice, at: number) {
  const { version, state, additional, facts } = invoice;
  const moving = facts.deposits.some((deposit) => isUnfinished(facts, deposit));
  const kinds = [...new Set(attentionOf(invoice).map(({ kind }) => kind))];
  const attention = kinds.length > 0 ? kinds.join(" ") : null;
  const unpricedSince = isUnpriced(invoice) ? at : null;
  const words = wordsOf(invoice);
  return { version, state, additional, moving, facts, attention, unpricedSince, changedAt: at, words };
}

function invoiceRow(invoice: Invoice, at: number) {
  const { id, storeId, terms } = invoice;
  return {
    id,
    storeId,
    terms,
    orderId: orderKeyOf(terms.metadata),
    createdAt: terms.createdAt,
    expiresAt: terms.expiresAt,
    paymentRequestId: terms.paymentRequestId ?? null,
    ...changingRow(invoice, at),
  };
}

/** Plugins look their orders up by metadata.orderId. */
function orderKeyOf(metadata: unknown): string | null {
  if (typeof metadata !== "object" || metadata === null || !("orderId" in metadata)) return null;
  const { orderId } = metadata; // an empty one can be searched for, too
  return typeof orderId === "string" || typeof orderId === "number" ? orderKey(String(orderId)) : null;
}

/** What is kept of an order id for looking it up: PostgreSQL takes no NUL in a text, and no long one in an index. */
function orderKey(orderId: string): string {
  return orderId.replaceAll("\u0000", "").slice(0, 200);
}
