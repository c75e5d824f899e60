import { and, count, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import type { Write } from "../../../database/driver.ts";
import { GatewayError } from "../../errors.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PersistenceContext } from "../context.ts";
import {
  countOf,
  idsOf,
  inOrder,
  isAfter,
  isAscending,
  isByPrice,
  matches,
  type InvoiceRow,
  type Listing,
} from "./invoiceList.ts";
import { asWord, orderKeyOf, wordsOf } from "./invoiceWords.ts";

const RECENT = 2_000; // invoices that are looked through before the index is
const FIRST_PAGE = 200; // of what the index names
const MOST_NAMED = 20_000; // by the index, for one search
const AT_ONCE = 500; // invoices that are read together
const LONGEST = 120; // characters of a word in the index
const MOST_WORDS = 200; // of an invoice

/**
 * A page of the invoices that have a word with this beginning. A common word fills the page from the first
 * invoices of the list; any other is looked up in the word index. Both return the same invoices, in the
 * order of the list, at a cost that does not grow with the number of invoices. Throws GatewayError
 * search_too_broad for a common word whose invoices the rest of the filter excludes: reading them all would
 * delay other requests. Sorted by price, all
 * invoices with the word have to be sorted, so it is thrown for every word of more than MOST_NAMED invoices of
 * which the first of the list do not fill the page.
 */
export async function searchInvoices(
  context: PersistenceContext,
  listing: Listing,
  word: string,
): Promise<readonly InvoiceRow[]> {
  const { skip = 0, limit } = listing.filter;
  const first = await firstOfList(context, listing, skip + limit);
  const find = isByPrice(listing.filter) ? indexedByPrice : indexed;
  const rows = first ?? (await find(context, listing, word, skip + limit));
  return rows.slice(skip, skip + limit);
}

/** The wanted invoices among the first of the list; undefined when there may be more of them behind. */
async function firstOfList(
  context: PersistenceContext,
  listing: Listing,
  wanted: number,
): Promise<readonly InvoiceRow[] | undefined> {
  const { id, createdAt, priceKey } = context.t.invoices;
  const { word: _, coin: __, skip: ___, ...filter } = listing.filter;
  const unsearched = { ...listing, filter };
  const places = await context.db
    .select({ id, createdAt, priceKey })
    .from(context.t.invoices)
    .where(and(inArray(id, idsOf(context, unsearched, RECENT)), matches(listing.filter, context.t.invoices)));
  const { states, orderIds, exceptions, waiting, archivedOnly, createdFrom, currency } = filter;
  const isShort = states ?? orderIds ?? currency ?? exceptions ?? createdFrom ?? waiting ?? archivedOnly; // and may be over before so many
  if (places.length >= wanted || (isShort && (await countOf(context, unsearched, RECENT)) < RECENT))
    return rowsAt(context, listing, sorted(listing, places).slice(0, wanted));
  return undefined;
}

/** Where the index has the invoices of a list with a word that begins with this. */
function named({ t: { invoiceWords } }: PersistenceContext, { storeId, filter }: Listing, begin: string) {
  const { word, createdAt } = invoiceWords;
  return and(
    gte(word, begin),
    lt(word, `${begin}${LAST}`),
    storeId === undefined ? undefined : eq(invoiceWords.storeId, storeId),
    filter.createdFrom === undefined ? undefined : gte(createdAt, filter.createdFrom),
    filter.createdUntil === undefined ? undefined : lte(createdAt, filter.createdUntil),
  );
}

/** The index has no prices: all that it names are sorted. */
async function indexedByPrice(
  context: PersistenceContext,
  listing: Listing,
  typed: string,
  wanted: number,
): Promise<readonly InvoiceRow[]> {
  const { db, t } = context;
  const ids = db
    .selectDistinct({ id: t.invoiceWords.invoiceId })
    .from(t.invoiceWords)
    .where(named(context, listing, longest(piecesIn(typed))))
    .limit(MOST_NAMED + 1);
  const [counted] = await db.select({ rows: count() }).from(ids.as("ids"));
  if ((counted?.rows ?? 0) > MOST_NAMED) throw tooBroad(typed, MOST_NAMED);
  return db
    .select()
    .from(t.invoices)
    .where(
      and(inArray(t.invoices.id, ids), matches(listing.filter, t.invoices), isAfter(listing, t.invoices)),
    )
    .orderBy(...inOrder(listing, t.invoices))
    .limit(wanted);
}

async function indexed(
  context: PersistenceContext,
  listing: Listing,
  typed: string,
  wanted: number,
): Promise<readonly InvoiceRow[]> {
  const { invoiceWords } = context.t;
  const { createdAt, invoiceId: id } = invoiceWords;
  const isWanted = named(context, listing, longest(piecesIn(typed))); // each of several is the beginning of some word
  const found: InvoiceRow[] = [];
  let after = listing.filter.after;
  let looked = 0;
  // Each page reads the words of the range again, so pages grow: a common word that few of the invoices match costs few readings.
  for (let size = FIRST_PAGE; found.length < wanted; size *= 10) {
    if (size > MOST_NAMED) throw tooBroad(typed, looked);
    const page = await context.db
      .selectDistinct({ createdAt, id })
      .from(invoiceWords)
      .where(and(isWanted, isAfter(listing, { createdAt, id }, after)))
      .orderBy(...inOrder(listing, { createdAt, id }))
      .limit(size);
    for (let from = 0; from < page.length && found.length < wanted; from += AT_ONCE)
      found.push(...(await rowsAt(context, listing, page.slice(from, from + AT_ONCE))));
    if (page.length < size) break;
    after = page.at(-1);
    looked += page.length;
  }
  return found.slice(0, wanted);
}

type Place = Readonly<{ createdAt: number; id: string; priceKey: string }>;

/** Invoices in the order of the list. */
function sorted({ storeId, filter }: Listing, places: readonly Place[]): readonly Place[] {
  const byId = (a: Place, b: Place) => (a.id < b.id ? -1 : Number(a.id > b.id));
  const byTime = (a: Place, b: Place) => a.createdAt - b.createdAt || byId(a, b);
  const byPrice = (a: Place, b: Place) =>
    a.priceKey < b.priceKey ? -1 : Number(a.priceKey > b.priceKey) || byId(a, b);
  const byPlace = storeId === undefined ? byId : byTime;
  const ascending = places.toSorted(isByPrice(filter) ? byPrice : byPlace);
  return isAscending(filter) ? ascending : ascending.toReversed();
}

/** The invoices at these places that the filter takes, in their order. */
async function rowsAt(
  { db, t: { invoices } }: PersistenceContext,
  { filter }: Listing,
  places: readonly Pick<Place, "id">[],
): Promise<readonly InvoiceRow[]> {
  const ids = places.map(({ id }) => id);
  const rows = await db
    .select()
    .from(invoices)
    .where(and(inArray(invoices.id, ids), matches(filter, invoices)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function tooBroad(word: string, named: number): GatewayError {
  const message = `Expected a search for fewer invoices: the last ${named} with a word that begins with "${word}" were looked at. Search for more of the word, or for a time.`;
  return new GatewayError("search_too_broad", message);
}

function longest(words: readonly string[]): string {
  return words.reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** True for a text that has something to look for. */
export function isSearchable(text: string): boolean {
  return piecesIn(text).length > 0;
}

const LAST = "\u{10ffff}"; // sorts behind every continuation

/** The words of an invoice in the index: its id, its order, and what else a merchant may look for. */
function piecesOf(invoice: Invoice, orderId: string | null): ReadonlySet<string> {
  const all = [invoice.id, orderId ?? "", wordsOf(invoice)].flatMap(piecesIn);
  return new Set(all.slice(0, MOST_WORDS));
}

/** Text as single words of the index. */
function piecesIn(text: string): readonly string[] {
  return asWord(text)
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => word.slice(0, LONGEST));
}

/**
 * Writes the words that an invoice has now and had not before. Words that it has no more stay: a search looks at the invoice
 * itself again.
 */
export function wordWrites(
  { t: { invoiceWords } }: PersistenceContext,
  before: Invoice | undefined,
  after: Invoice,
): readonly Write[] {
  const known = before ? piecesOf(before, orderKeyOf(before.terms.metadata)) : new Set();
  const fresh = [...piecesOf(after, orderKeyOf(after.terms.metadata))].filter((word) => !known.has(word));
  if (fresh.length === 0) return [];
  const { id: invoiceId, storeId, terms } = after;
  const rows = fresh.map((word) => ({ word, storeId, createdAt: terms.createdAt, invoiceId }));
  const { word, createdAt } = invoiceWords;
  return [
    {
      rows: rows.length,
      build: (db) =>
        db
          .insert(invoiceWords)
          .values(rows)
          .onConflictDoUpdate({
            target: [word, invoiceWords.storeId, createdAt, invoiceWords.invoiceId],
            set: { invoiceId: sql`excluded.invoice_id` }, // so that one which is there counts as written
          })
          .returning({ word }),
    },
  ];
}
