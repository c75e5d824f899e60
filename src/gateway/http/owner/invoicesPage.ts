import { Router, type Request } from "express";
import { GatewayError } from "../../errors.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { InvoiceFilter } from "../../ports/persistencePort.ts";
import { attentionOf } from "../../domain/invoices/attention.ts";
import { shownText } from "../../domain/invoices/metadataText.ts";
import { INVOICE_STATES, type Invoice, type InvoiceState } from "../../domain/invoices/invoice.ts";
import { formatFixed } from "../../../values/amount.ts";
import { perAddress } from "../limits.ts";
import { frameOf, requireIn, visitorOf, type AuthDeps } from "./visitor.ts";
import { mayIn, type Access } from "../../domain/access/roles.ts";
import type { SessionGuard } from "./sessionGuard.ts";
import { sendOwnerPage } from "./page.ts";
import { invoicePath, INVOICES_PATH, newInvoicePath } from "./paths.ts";
import { readableTime } from "./readableTime.ts";

const PAGE = 50;
const LONGEST_WORD = 200;
const CALLS_PER_MINUTE = 240; // of one address

/** The owner's invoices, newest first: of all stores or one, in any state or one, and by a word that is looked for. */
export function invoicesPage(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const { persistence } = gateway;
  router.get(INVOICES_PATH, perAddress(CALLS_PER_MINUTE), ...door.page(), async (request, response) => {
    const { access } = visitorOf(response);
    const all = await persistence.stores.list();
    const stores = all.filter(({ id }) => mayIn(access, id, "canviewinvoices"));
    const typed = readAsked(request, stores);
    const only = access.isAdmin ? undefined : stores[0]?.id; // a list of several stores is of all of them
    const asked = { ...typed, storeId: typed.storeId ?? only };
    if (stores.length === 0 && !access.isAdmin)
      requireIn(response, [...access.stores.keys()][0], "canviewinvoices");
    const found = await listed(gateway, asked);
    const lines = found === "too broad" ? [] : found;
    const shown = lines.slice(0, PAGE);
    sendOwnerPage(response, "invoices", {
      ...frameOf(gateway, response),
      asked,
      isAsked: isAsked(asked),
      isTooBroad: found === "too broad",
      chips: chipsOf(asked),
      create: createPath(access, stores, asked.storeId),
      longestWord: LONGEST_WORD,
      stores: stores.map(({ id, name: title }) => ({ id, title })),
      older: lines.length > PAGE ? pathOf({ ...asked, after: shown.at(-1)?.id }) : undefined,
      invoices: shown.map((invoice) => lineOf(invoice, stores)),
    });
  });
  return router;
}

/** The query of the page; invalid values count as absent. */
type Asked = Readonly<{
  word: string | undefined;
  state: InvoiceState | undefined;
  storeId: string | undefined;
  after: string | undefined; // the last invoice of the page before
}>;

function readAsked({ query }: Request, stores: readonly MerchantStore[]): Asked {
  const text = (name: string) => {
    const value = query[name];
    const trimmed = typeof value === "string" ? value.trim().slice(0, LONGEST_WORD) : "";
    return trimmed === "" ? undefined : trimmed;
  };
  return {
    word: text("word"),
    state: INVOICE_STATES.find((state) => state === text("state")),
    storeId: stores.find(({ id }) => id === text("store"))?.id,
    after: text("after"),
  };
}

/** Archived invoices are left out, as in the merchant API's lists, unless they are searched for. */
async function filterOf({ persistence }: AuthDeps, { word, state, after }: Asked): Promise<InvoiceFilter> {
  const last = after === undefined ? undefined : await persistence.invoices.load(after);
  return {
    limit: PAGE + 1,
    ...(word === undefined ? {} : { word, withArchived: true }),
    ...(state === undefined ? {} : { states: [state] }),
    ...(last ? { after: { createdAt: last.terms.createdAt, id: last.id } } : {}),
  };
}

async function listed(gateway: AuthDeps, asked: Asked): Promise<readonly Invoice[] | "too broad"> {
  try {
    return await gateway.persistence.invoices.list(asked.storeId, await filterOf(gateway, asked));
  } catch (error) {
    if (error instanceof GatewayError && error.code === "search_too_broad") return "too broad";
    throw error;
  }
}

function isAsked({ word, state, storeId }: Asked): boolean {
  return word !== undefined || state !== undefined || storeId !== undefined;
}

function pathOf({ word, state, storeId, after }: Asked): string {
  const said = Object.entries({ word, state, store: storeId, after });
  const pairs = said.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${INVOICES_PATH}?${new URLSearchParams(pairs).toString()}`;
}

/** The states as links that keep the rest of the question. */
function chipsOf(asked: Asked) {
  const chip = (label: string, state: InvoiceState | undefined) => ({
    label,
    path: pathOf({ ...asked, state, after: undefined }),
    isChosen: asked.state === state,
  });
  return [chip("All", undefined), ...INVOICE_STATES.map((state) => chip(state, state))];
}

/** Where an invoice of the shown store is made, for those who may. */
function createPath(
  access: Access,
  stores: readonly MerchantStore[],
  storeId: string | undefined,
): string | undefined {
  const id = storeId ?? stores[0]?.id;
  return id !== undefined && mayIn(access, id, "cancreateinvoice") ? newInvoicePath(id) : undefined;
}

function lineOf(invoice: Invoice, stores: readonly MerchantStore[]) {
  const { id, storeId, terms, state, additional, archivedAt } = invoice;
  return {
    id,
    state,
    additional,
    page: invoicePath(id),
    created: readableTime(terms.createdAt),
    price: terms.topUp
      ? `Any amount in ${terms.currency}`
      : `${formatFixed(terms.price, terms.decimals)} ${terms.currency}`,
    orderId: shownText(terms.metadata, "orderId"),
    store: stores.length > 1 ? (stores.find((one) => one.id === storeId)?.name ?? storeId) : undefined,
    isWaiting: attentionOf(invoice).length > 0,
    isArchived: archivedAt !== undefined,
  };
}
