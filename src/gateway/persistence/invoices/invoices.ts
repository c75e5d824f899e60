import type { Invoices } from "../../ports/persistencePort.ts";
import { and, asc, eq, gt, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { insertRow } from "../../../database/insertRow.ts";
import { preparedRead } from "../../../database/prepared.ts";
import { retryOnConflict } from "../../usecases/retryOnConflict.ts";
import { attentionOf } from "../../domain/invoices/attention.ts";
import { isUnfinished } from "../../domain/invoices/credit.ts";
import { isUnpriced } from "../../domain/invoices/due.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import { refuseUnreadable, toInvoice } from "./invoiceRows.ts";
import { asWord, coinWord, orderKeyOf, wordsOf } from "./invoiceWords.ts";
import { priceKeyOf } from "./priceKey.ts";
import { idsOf, inOrder, isByPrice, priceCurrencies, type InvoiceRow, type Listing } from "./invoiceList.ts";
import { announcementWrites } from "./announcements.ts";
import { decisionWrites } from "./invoiceWrites.ts";
import { movingInvoices } from "./movingInvoices.ts";
import { isSearchable, searchInvoices, wordWrites } from "./searchInvoices.ts";
import { openingWrite } from "./openings.ts";

const MOST_NAMED = 50; // invoices with one transaction: one is usual

type InvoiceQueries = Pick<
  Invoices,
  | "issue"
  | "save"
  | "label"
  | "indexWords"
  | "indexPrices"
  | "load"
  | "naming"
  | "list"
  | "priceCurrencies"
  | "unpriced"
  | "moving"
  | "versions"
  | "overdue"
  | "needingAttention"
>;

/** Invoices, and everything that is written in the same commit as one of their decisions. */
export function invoiceQueries(context: PersistenceContext): InvoiceQueries {
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
        ...wordWrites(context, undefined, invoice),
        ...(extras.opening ? [openingWrite(context, extras.opening, invoice.id)] : []),
      ]);
    },

    async save(before, decision, extras) {
      refuseUnreadable(decision.invoice, before);
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
        ...wordWrites(context, before, decision.invoice),
        ...announcementWrites(context, decision.invoice),
      ]);
    },

    label: (invoiceId, { metadata, archivedAt }) =>
      retryOnConflict(async () => {
        const [row] =
          metadata === undefined ? [] : await db.select().from(invoices).where(eq(invoices.id, invoiceId));
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
          ...(labelled ? wordWrites(context, undefined, labelled) : []),
        ]);
      }),

    async indexWords(after, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(gt(invoices.id, after))
        .orderBy(asc(invoices.id))
        .limit(limit);
      for (const invoice of readable(context, rows, toInvoice)) {
        const words = wordsOf(invoice);
        const row = rows.find(({ id }) => id === invoice.id);
        if (!row || row.words === words) continue;
        const isRead = and(eq(invoices.id, row.id), eq(invoices.version, row.version));
        await database.commit([
          one(
            (tx) => tx.update(invoices).set({ words }).where(isRead).returning({ id: invoices.id }),
            `Invoice ${row.id} has moved on.`,
          ),
          ...wordWrites(context, undefined, invoice),
        ]);
      }
      return rows.at(-1)?.id;
    },

    async indexPrices(after, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(and(eq(invoices.priceKey, ""), gt(invoices.id, after)))
        .orderBy(asc(invoices.id))
        .limit(limit);
      const writes = readable(context, rows, toInvoice).map((invoice) =>
        one((tx) =>
          tx
            .update(invoices)
            .set({ priceKey: priceKeyOf(invoice) })
            .where(eq(invoices.id, invoice.id))
            .returning({ id: invoices.id }),
        ),
      );
      if (writes.length > 0) await database.commit(writes);
      return rows.at(-1)?.id;
    },

    async naming(txHash) {
      const { word, invoiceId } = t.invoiceWords;
      const named = db
        .select({ invoiceId })
        .from(t.invoiceWords)
        .where(eq(word, asWord(txHash)));
      const rows = await db.select().from(invoices).where(inArray(invoices.id, named)).limit(MOST_NAMED);
      return readable(context, rows, toInvoice);
    },

    async load(invoiceId) {
      const [row] = await byId({ id: invoiceId });
      return row && toInvoice(row);
    },

    list: async (storeId, filter) => readable(context, await pageOf(context, { storeId, filter }), toInvoice),

    priceCurrencies: (storeId) => priceCurrencies(context, storeId),

    async unpriced(after, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(and(isNotNull(invoices.unpricedSince), gt(invoices.id, after)))
        .orderBy(asc(invoices.id))
        .limit(limit);
      return readable(context, rows, toInvoice);
    },

    moving: movingInvoices(context),

    async versions(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: invoices.id, version: invoices.version })
        .from(invoices)
        .where(inArray(invoices.id, [...ids]));
      return new Map(rows.map(({ id, version }) => [id, version]));
    },

    async overdue(at, after, limit) {
      const rows = await db
        .select()
        .from(invoices)
        .where(and(eq(invoices.state, "New"), lte(invoices.expiresAt, at), gt(invoices.id, after)))
        .orderBy(asc(invoices.id))
        .limit(limit);
      return readable(context, rows, toInvoice);
    },

    async needingAttention(storeId, after, limit) {
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

async function pageOf(context: PersistenceContext, asked: Listing): Promise<readonly InvoiceRow[]> {
  const { invoices } = context.t;
  const { word, coin, limit, after } = asked.filter;
  const listing =
    after && isByPrice(asked.filter) ? { ...asked, afterKey: await keyOf(context, after.id) } : asked;
  if (word !== undefined && isSearchable(word)) return searchInvoices(context, listing, word);
  if (coin !== undefined) return searchInvoices(context, listing, coinWord(coin));
  return context.db
    .select()
    .from(invoices)
    .where(inArray(invoices.id, idsOf(context, listing, limit)))
    .orderBy(...inOrder(listing, invoices));
}

async function keyOf({ db, t: { invoices } }: PersistenceContext, id: string): Promise<string> {
  const [row] = await db.select({ priceKey: invoices.priceKey }).from(invoices).where(eq(invoices.id, id));
  return row?.priceKey ?? "";
}

function changingRow(invoice: Invoice, at: number) {
  const { version, state, additional, facts } = invoice;
  const moving = facts.deposits.some((deposit) => isUnfinished(facts, deposit));
  const kinds = [...new Set(attentionOf(invoice).map(({ kind }) => kind))];
  const attention = kinds.length > 0 ? kinds.join(" ") : null;
  const unpricedSince = isUnpriced(invoice) ? at : null;
  const words = wordsOf(invoice);
  const priceKey = priceKeyOf(invoice); // it stays; a row of an earlier version gets it
  return {
    version,
    state,
    additional,
    moving,
    facts,
    attention,
    unpricedSince,
    changedAt: at,
    words,
    priceKey,
  };
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
