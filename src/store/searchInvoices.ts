import { and, asc, desc, eq, gte, inArray, lt, lte, sql, type SQL } from "drizzle-orm";
import type { Write } from "../db/driver.ts";
import type { InvoiceFilter } from "../gateway/storePort.ts";
import type { Invoice } from "../invoices/invoice.ts";
import type { StoreContext } from "./context.ts";
import { asWord, wordsOf } from "./invoiceWords.ts";
import type { Tables } from "./tables.ts";

type Row = Tables["invoices"]["$inferSelect"];
type Place = Readonly<{ createdAt: number; id: string }>;

/** What the list knows how to ask of invoices, or of a part of them. */
export type Asking = Readonly<{
  /** The conditions of the filter on the rows of a table, or of a part of it, without the place where the page begins. */
  conditions(invoices: Tables["invoices"]): readonly (SQL | undefined)[];
  /** Behind a place, in the order of the list. */
  isAfter(columns: Readonly<{ createdAt: unknown; id: unknown }>, place: Place | undefined): SQL | undefined;
}>;

const RECENT = 2_000; // invoices that are looked through before the index is
const FIRST_PAGE = 200; // of what the index names
const AT_ONCE = 500; // invoices that are read together
const LONGEST = 120; // characters of a word in the index
const MOST_WORDS = 200; // of an invoice

/**
 * A page of the invoices that have a word which begins so. A common word fills the page from the first invoices of the list; any
 * other is looked up in the index of words. Both give the same invoices, in the order of the list, and cost the same for a
 * thousand invoices and for a million.
 */
export async function searchInvoices(
  context: StoreContext,
  storeId: string | undefined,
  filter: InvoiceFilter & Readonly<{ word: string }>,
  asking: Asking,
): Promise<readonly Row[]> {
  const wanted = (filter.skip ?? 0) + filter.limit;
  const first = await firstOfList(context, storeId, filter, asking, wanted);
  const rows = first.length >= wanted ? first : await indexed(context, storeId, filter, asking, wanted);
  return rows.slice(filter.skip ?? 0, wanted);
}

async function firstOfList(
  { db, t: { invoices } }: StoreContext,
  storeId: string | undefined,
  filter: InvoiceFilter,
  { conditions, isAfter }: Asking,
  wanted: number,
): Promise<readonly Row[]> {
  const direction = filter.oldestFirst ? asc : desc;
  const order = (table: Tables["invoices"]) =>
    (storeId === undefined ? [table.id] : [table.createdAt, table.id]).map((place) => direction(place));
  const recent = db
    .select()
    .from(invoices)
    .where(
      and(storeId === undefined ? undefined : eq(invoices.storeId, storeId), isAfter(invoices, filter.after)),
    )
    .orderBy(...order(invoices))
    .limit(RECENT)
    .as("recent") as unknown as Tables["invoices"]; // the same columns
  return db
    .select()
    .from(recent)
    .where(and(...conditions(recent)))
    .orderBy(...order(recent))
    .limit(wanted);
}

async function indexed(
  { db, t: { invoices, invoiceWords } }: StoreContext,
  storeId: string | undefined,
  filter: InvoiceFilter & Readonly<{ word: string }>,
  { conditions, isAfter }: Asking,
  wanted: number,
): Promise<readonly Row[]> {
  const { word, createdAt, invoiceId: id } = invoiceWords;
  const direction = filter.oldestFirst ? asc : desc;
  const order = (storeId === undefined ? [id] : [createdAt, id]).map((place) => direction(place));
  const begin = longest(piecesIn(filter.word)); // each of several is the beginning of some word
  const isWanted = and(
    gte(word, begin),
    lt(word, `${begin}${LAST}`),
    storeId === undefined ? undefined : eq(invoiceWords.storeId, storeId),
    filter.createdFrom === undefined ? undefined : gte(createdAt, filter.createdFrom),
    filter.createdUntil === undefined ? undefined : lte(createdAt, filter.createdUntil),
  );
  const found: Row[] = [];
  let after: Place | undefined = filter.after;
  // Each page reads the words of the range again, so pages grow: a common word that few of the invoices match costs few readings.
  for (let size = FIRST_PAGE; found.length < wanted; size *= 10) {
    const page: readonly Place[] = await db
      .selectDistinct({ createdAt, id })
      .from(invoiceWords)
      .where(and(isWanted, isAfter({ createdAt, id }, after)))
      .orderBy(...order)
      .limit(size);
    for (let from = 0; from < page.length && found.length < wanted; from += AT_ONCE)
      found.push(...(await matching(page.slice(from, from + AT_ONCE))));
    if (page.length < size) break;
    after = page.at(-1);
  }
  return found.slice(0, wanted);

  async function matching(places: readonly Place[]): Promise<readonly Row[]> {
    const isOne = inArray(invoices.id, places.map((place) => place.id));
    const rows = await db.select().from(invoices).where(and(isOne, ...conditions(invoices)));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return places.flatMap(({ id: name }) => byId.get(name) ?? []);
  }
} // prettier-ignore

function longest(words: readonly string[]): string {
  return words.reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** True for a text that has something to look for. */
export function isSearchable(text: string): boolean {
  return piecesIn(text).length > 0;
}

const LAST = "\u{10ffff}"; // sorts behind whatever may follow

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
  { t: { invoiceWords } }: StoreContext,
  before: Invoice | undefined,
  after: Invoice,
  orderKeyOf: (metadata: unknown) => string | null,
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
