import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  notInArray,
  or,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import type { InvoiceFilter, InvoiceSort } from "../../ports/persistencePort.ts";
import type { PersistenceContext } from "../context.ts";
import { INVOICE_STATES } from "../../domain/invoices/invoice.ts";
import { asWord, coinWord, orderKey } from "./invoiceWords.ts";
import { currencyOfKey, keysOfCurrency } from "./priceKey.ts";
import type { Tables } from "../tables.ts";

/** A list of one store's invoices, or of all stores', which of them, and in a list by price the key of the one before the page. */
export type Listing = Readonly<{
  storeId: string | undefined;
  filter: InvoiceFilter;
  afterKey?: string | undefined;
}>;
export type InvoiceRow = Tables["invoices"]["$inferSelect"];

const MOST_PARTS = 20; // of a list that is put together from several

/**
 * The ids of the first invoices of a list behind its `skip`, by an index alone: what is passed over is not read. Each order or
 * state that is asked for is a list of its own in an index, and the database merges them.
 */
export function idsOf(context: PersistenceContext, listing: Listing, limit: number) {
  const { db, t } = context;
  const { invoices } = t;
  const { id, createdAt, priceKey } = invoices;
  const { filter } = listing;
  const { skip = 0 } = filter;
  const sortedBy = isByPrice(filter) ? priceKey : createdAt; // no other column: an index has these
  const partOf = (isPart: SQL | undefined) =>
    db.select({ sortedBy, id }).from(invoices).where(isPart).$dynamic();
  /** The first rows of a part alone: by its statistics PostgreSQL would rather sort every row of all parts. */
  const firstOf = (isPart: SQL | undefined, index: number) => {
    const first = partOf(isPart)
      .orderBy(...inOrder(listing, invoices))
      .limit(skip + limit)
      .as(`part${index}`);
    const rows = db.select({ sortedBy: first.sortedBy, id: first.id }).from(first).$dynamic();
    return rows as unknown as ReturnType<typeof partOf>;
  };
  const conditions = isOfFew(filter) ? [isAmongFew(context, listing)] : partsOf(listing, invoices);
  const parts = conditions.map(isByPrice(filter) && conditions.length > 1 ? firstOf : partOf);
  const all = parts.reduce((before, part) => before.unionAll(part) as unknown as typeof before);
  const places = all
    .orderBy(...inOrder(listing, invoices))
    .limit(limit)
    .offset(skip)
    .as("places");
  return db.select({ id: places.id }).from(places);
}

/** True for a list by price of those that wait or are odd: they are few, and sorted when all are found. */
function isOfFew(filter: InvoiceFilter): boolean {
  return isByPrice(filter) && (filter.waiting === true || filter.exceptions !== undefined);
}

/** Finds the few without an order, or SQLite would read every invoice of the store in the order of prices. */
function isAmongFew({ db, t: { invoices } }: PersistenceContext, listing: Listing): SQL | undefined {
  const { states: _, after: __, sort: ___, ...filter } = listing.filter;
  const parts = partsOf({ ...listing, filter }, invoices).map((isPart) =>
    db.select({ id: invoices.id }).from(invoices).where(isPart).$dynamic(),
  );
  const few = parts.reduce((before, part) => before.unionAll(part) as unknown as typeof before);
  return and(inArray(invoices.id, few), matches(listing.filter, invoices), isAfter(listing, invoices));
}

/** How many of the first invoices of a list there are, up to a number. */
export async function countOf(context: PersistenceContext, listing: Listing, limit: number): Promise<number> {
  const [row] = await context.db.select({ rows: count() }).from(idsOf(context, listing, limit).as("ids"));
  return row?.rows ?? 0;
}

type PlaceColumns = Readonly<{ createdAt: Column; id: Column; priceKey?: Column }>;

/** True for a list that is sorted by price. */
export function isByPrice({ sort }: Readonly<{ sort?: InvoiceSort }>): boolean {
  return sort === "highest" || sort === "lowest";
}

/** True for a list that begins with the lowest: the oldest, or the lowest price. */
export function isAscending({ sort }: Readonly<{ sort?: InvoiceSort }>): boolean {
  return sort === "oldest" || sort === "lowest";
}

/** The columns by which a list is ordered, of a table or a part of it: by what an index has. */
export function inOrder({ storeId, filter }: Listing, { createdAt, id, priceKey }: PlaceColumns): SQL[] {
  const direction = isAscending(filter) ? asc : desc;
  const first = isByPrice(filter) ? priceKey : createdAt;
  const isById = storeId === undefined && !isByPrice(filter);
  return (isById || !first ? [id] : [first, id]).map((column) => direction(column));
}

/** Behind a place, in the order of the list: where its page begins, unless another is named. */
export function isAfter(
  { storeId, filter, afterKey }: Listing,
  { createdAt, id, priceKey }: PlaceColumns,
  place: InvoiceFilter["after"] = filter.after,
): SQL | undefined {
  if (!place) return undefined;
  const compare = isAscending(filter) ? sql`>` : sql`<`;
  if (isByPrice(filter)) return sql`(${priceKey}, ${id}) ${compare} (${afterKey}, ${place.id})`;
  if (storeId === undefined) return sql`${id} ${compare} ${place.id}`;
  // A row value, because "a < x or (a = x and b < y)" makes SQLite read everything before the page.
  return sql`(${createdAt}, ${id}) ${compare} (${place.createdAt}, ${place.id})`;
}

/**
 * The conditions of a filter, but for the store and the place where the page begins. Without the store SQLite takes the ids that
 * stand beside them for the better index.
 */
export function matches(filter: InvoiceFilter, invoices: Tables["invoices"]): SQL | undefined {
  const { orderIds, states, exceptions, word, coin, currency, createdFrom, createdUntil } = filter;
  return and(
    orderIds && inArray(invoices.orderId, orderIds.map(orderKey)),
    states && inArray(invoices.state, [...states]),
    word === undefined ? undefined : hasWord(invoices, word.replaceAll("\u0000", "")),
    exceptions && inArray(invoices.additional, [...exceptions]),
    filter.among && inArray(invoices.id, [...filter.among]),
    filter.waiting ? isNotNull(invoices.attention) : undefined,
    filter.paid
      ? or(ne(invoices.additional, "None"), notInArray(invoices.state, ["New", "Expired"]))
      : undefined,
    coin === undefined ? undefined : hasCoin(invoices, coin),
    currency === undefined ? undefined : isPricedIn(invoices, currency),
    isListed(filter, invoices),
    createdFrom === undefined ? undefined : gte(invoices.createdAt, createdFrom),
    createdUntil === undefined ? undefined : lte(invoices.createdAt, createdUntil),
  );
}

function isPricedIn({ priceKey }: Tables["invoices"], currency: string): SQL | undefined {
  const [from, before] = keysOfCurrency(currency.replaceAll("\u0000", ""));
  return and(gte(priceKey, from), lt(priceKey, before));
}

/**
 * The currencies in which a store's invoices are priced, in the order of the alphabet. Each is looked up in the index behind the
 * one before, so that the cost grows with the currencies and not with the invoices.
 */
export async function priceCurrencies(
  { db, t: { invoices } }: PersistenceContext,
  storeId: string,
): Promise<readonly string[]> {
  const { priceKey, state } = invoices;
  const found = new Set<string>();
  for (const one of INVOICE_STATES)
    for (let before = ""; ;) {
      const [row] = await db
        .select({ next: min(priceKey) })
        .from(invoices)
        .where(and(eq(invoices.storeId, storeId), eq(state, one), gt(priceKey, before)));
      if (!row || row.next === null) break;
      const currency = currencyOfKey(row.next);
      found.add(currency);
      [, before] = keysOfCurrency(currency);
    }
  return [...found].toSorted();
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
  const among = states ?? (isByPrice(filter) ? INVOICE_STATES : undefined); // each has its part of the index of prices
  return among ? split(among, invoices.state, rest) : [isIn(undefined, filter)];
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
