import { createHash } from "node:crypto";
import { Router, type Request, type Response } from "express";
import { GatewayError } from "../../../errors.ts";
import { mayIn } from "../../../domain/access/roles.ts";
import { INVOICE_STATES, type Invoice } from "../../../domain/invoices/invoice.ts";
import type { InvoiceSort } from "../../../ports/persistencePort.ts";
import { readExportAsk } from "../../../usecases/exports/exportAsk.ts";
import { listedInvoices } from "../../../usecases/exports/exportInvoiceList.ts";
import { readRefundedPart } from "../../../usecases/payouts/readRefundedPart.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { UTC } from "../../../../values/zone.ts";
import { perAddress } from "../../limits.ts";
import { sendFile } from "../../sendExport.ts";
import {
  EXCEPTIONS,
  filterOf,
  isByPrice,
  isFiltered,
  LONGEST_WORD,
  pathOf,
  questionOf,
  readAsked,
  type Asked,
} from "./asked.ts";
import { chipsOf } from "./chips.ts";
import { COLUMNS, columnsOf, lineOf, type InvoiceRow } from "./columns.ts";
import { isUnchosen, MOST_CHOSEN, readOutcome } from "./outcome.ts";
import { invoiceSelection, selectionActs, type Selecting } from "./selection.ts";
import { stateWords } from "./stateWords.ts";
import { fieldOf, fieldsOf } from "../fields.ts";
import { lastStore } from "../storeCookie.ts";
import { chosenStore, frameOf, requireIn, visitorOf } from "../visitor.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { pageZone } from "../pageZone.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { INVOICES_PATH, newInvoicePath, placeAfterSignIn } from "../paths.ts";

const PAGE = 50;
const CALLS_PER_MINUTE = 240; // of one address

/**
 * The owner's invoices, by time or by price: of all stores or one, filtered by the query, with columns that each user chooses. The same
 * list is a file, and as JSON it says which lines have changed.
 */
export function invoicesPage(gateway: Selecting, door: SessionGuard): Router {
  const router = Router();
  const limit = perAddress(CALLS_PER_MINUTE);

  router.get(INVOICES_PATH, limit, ...door.page(), async (request, response) => {
    await showList(gateway, request, response);
  });

  router.get(`${INVOICES_PATH}.json`, limit, ...door.page({ isQuiet: true }), async (request, response) => {
    const { stores, asked } = await readList(gateway, request, response);
    const zone = pageZone(response, asked.storeId);
    const found = await listed(gateway, asked, zone);
    const lines = found === "too broad" ? [] : await linesOf(gateway, found.slice(0, PAGE), stores, zone);
    response
      .set("Cache-Control", "no-store")
      .json({ rows: lines.map((line) => ({ id: line.id, tag: tagOf(line) })) });
  });

  router.get(`${INVOICES_PATH}.csv`, limit, ...door.page(), async (request, response) => {
    const { stores, asked } = await readList(gateway, request, response);
    if (!visitorOf(response).access.isAdmin) requireIn(response, asked.storeId, "canviewreports");
    const zone = zoneOf(stores, asked);
    const filter = await filterOf(gateway.persistence, { ...asked, after: undefined }, zone);
    const ask = readExportAsk({}, { storeId: asked.storeId, storeZone: zone, now: gateway.clock() });
    await sendFile(gateway, response, {
      file: listedInvoices(asked.storeId, filter),
      ask,
      saveAs: "invoices.csv",
    });
  });

  router.post(`${INVOICES_PATH}/columns`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    const wanted = fieldsOf(request, "column");
    const invoiceColumns = COLUMNS.filter((column) => wanted.includes(column));
    await gateway.persistence.users.change(user.id, { preferences: { ...user.preferences, invoiceColumns } });
    const before = { columns: user.preferences.invoiceColumns };
    const after = { columns: invoiceColumns };
    await door.record(response, { action: "account.columns_chosen", subject: user.id, before, after });
    response.redirect(303, placeAfterSignIn(fieldOf(request, "back")));
  });

  return router.use(invoiceSelection(gateway, door));
}

async function readList({ persistence }: Selecting, request: Request, response: Response) {
  const { access } = visitorOf(response);
  const all = await persistence.stores.list();
  const stores = all.filter(({ id }) => mayIn(access, id, "canviewinvoices"));
  if (stores.length === 0 && !access.isAdmin)
    requireIn(response, [...access.stores.keys()][0], "canviewinvoices");
  return { stores, asked: readAsked(request, stores, access.isAdmin, lastStore(request)) }; // a list of several stores is of all of them
}

async function showList(gateway: Selecting, request: Request, response: Response): Promise<void> {
  const { stores, asked } = await readList(gateway, request, response);
  const { access, user } = visitorOf(response);
  const tr = wordsFor(response);
  const zone = pageZone(response, asked.storeId);
  const found = await listed(gateway, asked, zone);
  const invoices = found === "too broad" ? [] : found;
  const shown = await linesOf(gateway, invoices.slice(0, PAGE), stores, zone);
  const hasStores = stores.length > 1;
  const opened = chosenStore(request);
  const storeId = asked.storeId ?? (stores.find(({ id }) => id === opened) ?? stores[0])?.id;
  const may = (permission: "canviewreports" | "cancreateinvoice") =>
    storeId !== undefined && mayIn(access, storeId, permission);
  const storeName = hasStores ? stores.find(({ id }) => id === asked.storeId)?.name : undefined;
  sendOwnerPage(response, "invoices", {
    ...frameOf(gateway, response, asked.storeId),
    asked,
    isAsked: isFiltered(asked),
    isTooBroad: found === "too broad",
    chips: chipsOf(asked, storeName, await currenciesOf(gateway, asked), tr),
    create: may("cancreateinvoice") && storeId !== undefined ? newInvoicePath(storeId) : undefined,
    file: may("canviewreports") ? pathOf({ ...asked, after: undefined }, `${INVOICES_PATH}.csv`) : undefined,
    changes: pathOf(asked, `${INVOICES_PATH}.json`),
    listPath: pathOf(asked),
    heads: {
      created: headOf(asked, ["newest", "oldest"]),
      price: headOf(asked, ["highest", "lowest"]),
    },
    kept: questionOf({ ...asked, after: undefined }).filter(
      ([name]) => name === "sort" || name === "currency",
    ),
    longestWord: LONGEST_WORD,
    allStates: INVOICE_STATES,
    exceptions: EXCEPTIONS,
    coins: await coinsOf(gateway, asked),
    stores: stores.map(({ id, name: title }) => ({ id, title })),
    allColumns: COLUMNS.filter((column) => column !== "store" || hasStores),
    columns: columnsOf(user.preferences.invoiceColumns, hasStores),
    words: stateWords(tr),
    acts: selectionActs(gateway, access, stores),
    outcome: readOutcome(request),
    problem: isUnchosen(request)
      ? tr("Choose 1 to {most} invoices in the list first.", { most: MOST_CHOSEN })
      : undefined,
    older: invoices.length > PAGE ? pathOf({ ...asked, after: shown.at(-1)?.id }) : undefined,
    invoices: shown.map((line) => ({ ...line, tag: tagOf(line) })),
  });
}

/** The same list in another order, from its beginning. */
function sortedBy(asked: Asked, sort: InvoiceSort): Asked {
  const currency = isByPrice({ sort }) ? asked.currency : undefined;
  return { ...asked, sort, currency, after: undefined };
}

/** The head of a column that sorts: how the list is sorted by it now, and the order that a click gives. */
function headOf(asked: Asked, [falling, rising]: readonly [InvoiceSort, InvoiceSort]) {
  const now = asked.sort === falling ? "descending" : asked.sort === rising ? "ascending" : undefined;
  const next = asked.sort === falling ? rising : falling;
  return { now, next, path: pathOf(sortedBy(asked, next)) };
}

/** The currencies to choose from in a list by price: those of the store, if they are several, and the one that is asked for. */
async function currenciesOf({ persistence }: Selecting, asked: Asked): Promise<readonly string[]> {
  const { storeId, currency } = asked;
  if (!isByPrice(asked) || storeId === undefined) return [];
  const priced = await persistence.invoices.priceCurrencies(storeId);
  if (currency === undefined) return priced.length > 1 ? priced : [];
  return priced.includes(currency) ? priced : [...priced, currency];
}

/** The time zone of the file: that of its store; of several, UTC whatever the page shows. */
function zoneOf(stores: readonly MerchantStore[], { storeId }: Asked): string {
  return stores.find(({ id }) => id === storeId)?.settings.books.zone ?? UTC;
}

async function listed(
  gateway: Selecting,
  asked: Asked,
  zone: string,
): Promise<readonly Invoice[] | "too broad"> {
  const { persistence } = gateway;
  try {
    return await persistence.invoices.list(asked.storeId, {
      ...(await filterOf(persistence, asked, zone)),
      limit: PAGE + 1,
    });
  } catch (error) {
    if (error instanceof GatewayError && error.code === "search_too_broad") return "too broad";
    throw error;
  }
}

async function linesOf(
  { persistence }: Selecting,
  invoices: readonly Invoice[],
  stores: readonly MerchantStore[],
  zone: string,
): Promise<readonly InvoiceRow[]> {
  const refunds = await persistence.payouts.refundsAmong(invoices.map(({ id }) => id));
  return Promise.all(
    invoices.map(async (invoice) => {
      const own = refunds.get(invoice.id) ?? [];
      const refunded = await readRefundedPart({ persistence }, invoice, own);
      return lineOf(invoice, { refunds: own, refunded }, stores, zone);
    }),
  );
}

/** The symbols to choose from: of every coin in the books, and the one that is asked for. */
async function coinsOf({ persistence }: Selecting, { coin }: Asked): Promise<readonly string[]> {
  const assets = await persistence.books.assets();
  const symbols = [...assets.values()].map(({ symbol }) => symbol);
  return [...new Set([...symbols, ...(coin === undefined ? [] : [coin])])].toSorted();
}

const TAG_LENGTH = 12;

/** A short text that changes with what a line shows. */
function tagOf(line: InvoiceRow): string {
  return createHash("sha256").update(JSON.stringify(line)).digest("base64url").slice(0, TAG_LENGTH);
}
