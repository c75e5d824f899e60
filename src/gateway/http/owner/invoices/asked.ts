import type { Request } from "express";
import { INVOICE_STATES, type Additional, type InvoiceState } from "../../../domain/invoices/invoice.ts";
import { INVOICE_SORTS, type InvoiceFilter, type InvoiceSort } from "../../../ports/persistencePort.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { exceptionsIn } from "../../../usecases/invoices/inbox.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { dayAfter, isDay, type Instant } from "../../../../values/time.ts";
import { startOfDay } from "../../../../values/zone.ts";
import { INVOICES_PATH } from "../paths.ts";

/** What may be odd about an invoice. */
export const EXCEPTIONS = [
  "PaidPartial",
  "PaidOver",
  "PaidLate",
  "Marked",
] as const satisfies readonly Additional[];

export const LONGEST_WORD = 200;
const LONGEST_COIN = 40;
const LONGEST_CURRENCY = 20;

/** The query of the list of invoices; invalid values count as absent. */
export type Asked = Readonly<{
  word: string | undefined;
  states: readonly InvoiceState[];
  exceptions: readonly Additional[];
  isWaiting: boolean; // those alone that wait for a person
  isPaid: boolean; // only invoices with a payment
  isArchived: boolean; // those alone that are archived
  from: string | undefined; // a day ("2026-11-21") of the store's zone
  to: string | undefined; // the last day
  coin: string | undefined; // in which a payment came
  storeId: string | undefined;
  sort: InvoiceSort;
  currency: string | undefined; // of the price, in a list that is sorted by it
  after: string | undefined; // the last invoice of the page before
}>;

/** The question that leaves nothing out. */
export const NO_FILTER: Asked = {
  word: undefined,
  states: [],
  exceptions: [],
  isWaiting: false,
  isPaid: false,
  isArchived: false,
  from: undefined,
  to: undefined,
  coin: undefined,
  storeId: undefined,
  sort: "newest",
  currency: undefined,
  after: undefined,
};

/** True for a list that is sorted by price: within each currency, because prices of different currencies are not compared. */
export function isByPrice({ sort }: Pick<Asked, "sort">): boolean {
  return sort === "highest" || sort === "lowest";
}

/** Reads a query. A list that only a store's indexes make fast is of one store: of the one opened last, else of the first, if none was chosen. */
export function readAsked(
  { query }: Pick<Request, "query">,
  stores: readonly MerchantStore[],
  isOfAll: boolean,
  opened?: string, // the store that was opened last
): Asked {
  const texts = (name: string) =>
    [query[name]].flat().flatMap((value) => (typeof value === "string" ? [value.trim()] : []));
  const text = (name: string, longest = LONGEST_WORD) => {
    const value = query[name];
    const trimmed = typeof value === "string" ? value.trim().slice(0, longest) : "";
    return trimmed === "" ? undefined : trimmed;
  };
  const day = (name: string) => {
    const value = text(name);
    return value !== undefined && isDay(value) ? value : undefined;
  };
  const sort = INVOICE_SORTS.find((one) => one === text("sort")) ?? "newest";
  const asked = {
    word: text("word"),
    states: INVOICE_STATES.filter((state) => texts("state").includes(state)),
    exceptions: EXCEPTIONS.filter((word) => texts("exception").includes(word)),
    isWaiting: text("waiting") === "yes",
    isPaid: text("paid") === "yes",
    isArchived: text("archived") === "yes",
    from: day("from"),
    to: day("to"),
    coin: text("coin", LONGEST_COIN),
    sort,
    currency: isByPrice({ sort }) ? text("currency", LONGEST_CURRENCY) : undefined,
    after: text("after"),
  };
  const chosen = storeIn(stores, text("store"));
  const needsStore =
    asked.exceptions.length > 0 ||
    asked.isWaiting ||
    asked.isArchived ||
    isByPrice(asked) ||
    (asked.from ?? asked.to) !== undefined;
  const only = !isOfAll || needsStore ? (storeIn(stores, opened) ?? stores[0]?.id) : undefined;
  return { ...asked, storeId: chosen ?? only };
}

function storeIn(
  stores: readonly Readonly<{ id: string }>[],
  wanted: string | undefined,
): string | undefined {
  return stores.find(({ id }) => id === wanted)?.id;
}

/** Whether anything is left out of the list. */
export function isFiltered(asked: Asked): boolean {
  return questionOf({ ...asked, after: undefined, sort: "newest" }).length > 0;
}

/** The address of the list with a question; `path` where another page answers it. */
export function pathOf(asked: Asked, path = INVOICES_PATH): string {
  const question = questionOf(asked);
  return question.length === 0 ? path : `${path}?${new URLSearchParams(question).toString()}`;
}

/** A question as the pairs of a query, which a form may bring in hidden fields. */
export function questionOf(asked: Asked): [name: string, value: string][] {
  const {
    word,
    states,
    exceptions,
    isWaiting,
    isPaid,
    isArchived,
    from,
    to,
    coin,
    storeId,
    sort,
    currency,
    after,
  } = asked;
  const all: readonly (readonly [string, string | undefined])[] = [
    ["word", word],
    ...states.map((state) => ["state", state] as const),
    ...exceptions.map((one) => ["exception", one] as const),
    ["waiting", isWaiting ? "yes" : undefined],
    ["paid", isPaid ? "yes" : undefined],
    ["archived", isArchived ? "yes" : undefined],
    ["from", from],
    ["to", to],
    ["coin", coin],
    ["store", storeId],
    ["sort", sort === "newest" ? undefined : sort],
    ["currency", currency],
    ["after", after],
  ];
  return all.filter((pair): pair is [string, string] => pair[1] !== undefined);
}

/**
 * The filter of a question. Days are those of the zone. Archived invoices are left out, as in the merchant API's lists, unless
 * they are asked or searched for.
 */
export async function filterOf(
  persistence: Pick<Gateway["persistence"], "invoices" | "payouts">,
  asked: Asked,
  zone: string,
): Promise<Omit<InvoiceFilter, "limit">> {
  const { word, states, exceptions, isWaiting, isPaid, isArchived, from, to, coin, sort, currency, after } =
    asked;
  const last = after === undefined ? undefined : await persistence.invoices.load(after);
  const [createdFrom, next] = [from && startOfDay(from, zone), to && startOfDay(dayAfter(to), zone)];
  return {
    sort,
    ...(currency === undefined ? {} : { currency }),
    ...(word === undefined ? {} : { word, withArchived: true }),
    ...(states.length === 0 ? {} : { states }),
    ...(exceptions.length === 0 ? {} : { exceptions }),
    ...(isWaiting ? { waiting: true, among: await waitingIds(persistence, asked) } : {}),
    ...(isPaid ? { paid: true } : {}),
    ...(isArchived ? { archivedOnly: true } : {}),
    ...(coin === undefined ? {} : { coin }),
    ...isInstant("createdFrom", createdFrom),
    ...isInstant("createdUntil", typeof next === "number" ? next - 1 : undefined),
    ...(last ? { after: { createdAt: last.terms.createdAt, id: last.id } } : {}),
  };
}

const MOST_WAITING = 1_000; // as many as the inbox lists

/** The invoices that the inbox lists: once refunds are counted, fewer than those that were kept as waiting. */
async function waitingIds(
  persistence: Parameters<typeof exceptionsIn>[0],
  { storeId }: Asked,
): Promise<readonly string[]> {
  if (storeId === undefined) return []; // there is no store
  const items = await exceptionsIn(persistence, storeId, MOST_WAITING);
  return [...new Set(items.map(({ invoice }) => invoice.id))];
}

function isInstant(name: "createdFrom" | "createdUntil", at: Instant | string | undefined) {
  return typeof at === "number" ? { [name]: at } : {};
}
