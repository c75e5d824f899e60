import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import type { InvoiceFilter } from "../../ports/persistencePort.ts";
import type { PersistenceContext } from "../context.ts";
import { INVOICE_STATES } from "../../domain/invoices/invoice.ts";
import { asWord, coinWord, orderKey } from "./invoiceWords.ts";
import type { Tables } from "../tables.ts";

/** A list of one store's invoices, or of all stores', and which of them. */
export type Listing = Readonly<{ storeId: string | undefined; filter: InvoiceFilter }>;
export type InvoiceRow = Tables["invoices"]["$inferSelect"];

const MOST_PARTS = 20; // of a list that is put together from several

/**
 * The ids of the first invoices of a list behind its `skip`, by an index alone: what is passed over is not read. Each order or
 * state that is asked for is a list of its own in an index, and the database merges them.
 */
export function idsOf({ db, t: { invoices } }: PersistenceContext, listing: Listing, limit: number) {
  const { id, createdAt } = invoices;
  const { filter } = listing;
  const parts = partsOf(listing, invoices).map((isPart) =>
    db.select({ createdAt, id }).from(invoices).where(isPart).$dynamic(),
  );
  const all = parts.reduce((before, part) => before.unionAll(part) as unknown as typeof before);
  const places = all
    .orderBy(...inOrder(listing, invoices))
    .limit(limit)
    .offset(filter.skip ?? 0)
    .as("places");
  return db.select({ id: places.id }).from(places);
}

/** How many of the first invoices of a list there are, up to a number. */
export async function countOf(context: PersistenceContext, listing: Listing, limit: number): Promise<number> {
  const [row] = await context.db.select({ rows: count() }).from(idsOf(context, listing, limit).as("ids"));
  return row?.rows ?? 0;
}

/** The columns by which a list is ordered, of a table or a part of it: by what an index has. */
export function inOrder(
  { storeId, filter }: Listing,
  { createdAt, id }: Readonly<{ createdAt: Column; id: Column }>,
): SQL[] {
  const direction = filter.oldestFirst ? asc : desc;
  return (storeId === undefined ? [id] : [createdAt, id]).map((column) => direction(column));
}

/** Behind a place, in the order of the list: where its page begins, unless another is named. */
export function isAfter(
  { storeId, filter }: Listing,
  { createdAt, id }: Readonly<{ createdAt: Column; id: Column }>,
  place: InvoiceFilter["after"] = filter.after,
): SQL | undefined {
  if (!place) return undefined;
  const compare = filter.oldestFirst ? sql`>` : sql`<`;
  if (storeId === undefined) return sql`${id} ${compare} ${place.id}`;
  // A row value, because "a < x or (a = x and b < y)" makes SQLite read everything before the page.
  return sql`(${createdAt}, ${id}) ${compare} (${place.createdAt}, ${place.id})`;
}

/**
 * The conditions of a filter, but for the store and the place where the page begins. Without the store SQLite takes the ids that
 * stand beside them for the better index.
 */
export function matches(filter: InvoiceFilter, invoices: Tables["invoices"]): SQL | undefined {
  const { orderIds, states, exceptions, word, coin, createdFrom, createdUntil } = filter;
  return and(
    orderIds && inArray(invoices.orderId, orderIds.map(orderKey)),
    states && inArray(invoices.state, [...states]),
    word === undefined ? undefined : hasWord(invoices, word.replaceAll("\u0000", "")),
    exceptions && inArray(invoices.additional, [...exceptions]),
    filter.waiting ? isNotNull(invoices.attention) : undefined,
    coin === undefined ? undefined : hasCoin(invoices, coin),
    isListed(filter, invoices),
    createdFrom === undefined ? undefined : gte(invoices.createdAt, createdFrom),
    createdUntil === undefined ? undefined : lte(invoices.createdAt, createdUntil),
  );
}

/** Archived invoices are left out, or not, or are all that there is. */
function isListed({ withArchived, archivedOnly }: InvoiceFilter, { archivedAt }: Tables["invoices"]) {
  if (archivedOnly) return isNotNull(archivedAt);
  return withArchived ? undefined : isNull(archivedAt);
}

/** What each of the lists asks of an invoice that are one list when merged. */
function partsOf(listing: Listing, invoices: Tables["invoices"]): readonly (SQL | undefined)[] {
  const { storeId, filter } = listing;
  const { orderIds, states, exceptions, ...rest } = filter;
  const isOfStore = storeId === undefined ? undefined : eq(invoices.storeId, storeId);
  const isIn = (part: SQL | undefined, others: InvoiceFilter) =>
    and(isOfStore, part, matches(others, invoices), isAfter(listing, invoices));
  const split = (values: readonly string[], column: Column, others: InvoiceFilter) => {
    const distinct = [...new Set(values)];
    if (distinct.length > MOST_PARTS || distinct.length === 0) return [isIn(undefined, filter)];
    return distinct.map((value) => isIn(eq(column, value), others));
  };
  if (orderIds) {
    const { orderIds: _, ...others } = filter;
    return split(orderIds.map(orderKey), invoices.orderId, others);
  }
  if (exceptions)
    return [...new Set(exceptions)].flatMap((word) => {
      const isOdd = and(eq(invoices.additional, word), sql`${invoices.additional} <> 'None'`); // as the index says it
      return [...new Set(states ?? INVOICE_STATES)].map((state) =>
        isIn(and(isOdd, eq(invoices.state, state)), rest),
      );
    });
  return states ? split(states, invoices.state, rest) : [isIn(undefined, filter)];
}

function hasCoin({ words }: Tables["invoices"], coin: string): SQL {
  const pattern = `% ${coinWord(coin).replace(/[\\%_]/g, (sign) => `\\${sign}`)} %`;
  return sql`${words} || ' ' like ${pattern} escape '\\'`;
}

function hasWord(invoices: Tables["invoices"], word: string): SQL | undefined {
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
