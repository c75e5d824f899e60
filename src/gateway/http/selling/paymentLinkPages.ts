import { currencyChoices } from "../owner/currencyChoices.ts";
import { Router, type Request, type Response } from "express";
import { timeOrderedId } from "../../../values/ids.ts";
import { mayIn } from "../../domain/access/roles.ts";
import { HttpError } from "../errors.ts";
import type { PaymentRequest } from "../../domain/invoices/paymentRequest.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import {
  archivePaymentRequest,
  createPaymentRequest,
  loadPaymentRequest,
  replacePaymentRequest,
} from "../../usecases/payment-requests/paymentRequests.ts";
import { mailPaymentRequest } from "../../usecases/payment-requests/mailPaymentRequest.ts";
import { languageOf } from "../../../languages/languages.ts";
import { storeOf } from "../api/storeOf.ts";
import { perAddress } from "../limits.ts";
import { fieldOf } from "../owner/fields.ts";
import { isFormId } from "../owner/formId.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../owner/page.ts";
import { pageZone } from "../owner/pageZone.ts";
import { pageNumber } from "../owner/pageNumber.ts";
import { paymentLinkPath, paymentLinksPath, STORES_PATH } from "../owner/paths.ts";
import type { SessionGuard } from "../owner/sessionGuard.ts";
import { createShownOnce } from "../owner/shownOnce.ts";
import { frameOf, visitorOf } from "../owner/visitor.ts";
import { faultsOf, type Faults } from "./faults.ts";
import { knownLink, LINK_FIELDS, readLink, typedLink, type TypedLink } from "./paymentLinkForm.ts";
import { linkLine, linkView, printView } from "./paymentLinkView.ts";
import { sentence } from "../../../values/sentence.ts";

type Deps = Pick<
  Gateway,
  "persistence" | "clock" | "random" | "issuing" | "mailer" | "settings" | "log" | "secrets"
>;
type Said = Readonly<{ typed?: TypedLink; faults?: Faults; to?: string; done?: string }>;

const PAGE = 50;
const MAILS_PER_MINUTE = 10; // of one address

/**
 * The payment links of a store in the browser: made, changed, archived, printed and mailed. The forms are read as calls of the
 * merchant API are, so both have the same rules; sending the form of a new one twice makes one.
 */
export function paymentLinkPages(gateway: Deps, door: SessionGuard, publicUrl: string): Router {
  const router = Router();
  const list = `${STORES_PATH}/:storeId/payment-links`;
  const one = `${list}/:linkId`;
  const once = createShownOnce<Readonly<{ to: string }>>(gateway);
  const storeIn = (request: Request) => storeOf(gateway, request.params["storeId"]);

  router.get(list, ...door.page(), async (request, response) => {
    await showList(gateway, request, response, await storeIn(request));
  });

  router.get(`${list}/new`, ...door.page(), async (request, response) => {
    showNew(gateway, response, await storeIn(request));
  });

  router.post(`${list}/new`, ...door.form(), async (request, response) => {
    const store = await storeIn(request);
    const typed = typedLink(request);
    let link: PaymentRequest;
    try {
      const settings = readLink(typed, store, gateway.clock());
      link = await createPaymentRequest(gateway, store.id, settings, await ownId(gateway, request, store));
    } catch (error) {
      const faults = faultsOf(error, LINK_FIELDS, wordsFor(response));
      if (!faults) throw error;
      return showNew(gateway, response, store, { typed, faults });
    }
    const { id: subject, storeId, settings: after } = link;
    await door.record(response, { action: "payment_link.created", storeId, subject, after: told(after) });
    response.redirect(303, paymentLinkPath(storeId, subject));
  });

  router.get(one, ...door.page(), async (request, response) => {
    const tr = wordsFor(response);
    const sent = await once.take(request, response);
    const done = sent ? tr("Sent to {to}.", sent) : "saved" in request.query ? tr("Saved.") : undefined;
    await showOne(gateway, publicUrl, response, await ownLink(gateway, request), done ? { done } : {});
  });

  router.get(`${one}/print`, ...door.page(), async (request, response) => {
    const view = await printView(gateway, publicUrl, await ownLink(gateway, request), wordsFor(response));
    sendOwnerPage(response, "selling/printLink", { ...frameOf(gateway, response), ...view });
  });

  router.post(one, ...door.form(), async (request, response) => {
    const before = await ownLink(gateway, request);
    const typed = typedLink(request);
    try {
      const settings = readLink(typed, await storeIn(request), gateway.clock(), before);
      await replacePaymentRequest(gateway, before.id, settings);
      const { storeId, id: subject } = before;
      const change = { before: told(before.settings), after: told(settings) };
      await door.record(response, { action: "payment_link.changed", storeId, subject, ...change });
    } catch (error) {
      const faults = faultsOf(error, LINK_FIELDS, wordsFor(response));
      if (!faults) throw error;
      return showOne(gateway, publicUrl, response, before, { typed, faults });
    }
    response.redirect(303, `${paymentLinkPath(before.storeId, before.id)}?saved`);
  });

  router.post(`${one}/archive`, ...door.form(), async (request, response) => {
    const link = await ownLink(gateway, request);
    await archivePaymentRequest(gateway, link);
    const { storeId, id: subject } = link;
    await door.record(response, { action: "payment_link.archived", storeId, subject });
    response.redirect(303, paymentLinkPath(storeId, subject));
  });

  const mails = [perAddress(MAILS_PER_MINUTE), ...door.form()];
  router.post(`${one}/mail`, ...mails, async (request, response) => {
    const link = await ownLink(gateway, request);
    const store = await storeIn(request);
    const to = (fieldOf(request, "to") ?? "").trim();
    const language = languageOf(store.settings.profile.defaultLang) ?? "en";
    try {
      await mailPaymentRequest(gateway, publicUrl, { link, store, to, language });
    } catch (error) {
      const faults = faultsOf(error, [], wordsFor(response));
      if (!faults) throw error;
      return showOne(gateway, publicUrl, response, link, { to, faults });
    }
    const { storeId, id: subject } = link;
    await door.record(response, { action: "payment_link.mailed", storeId, subject });
    await once.redirect(response, paymentLinkPath(storeId, subject), { to });
  });
  return router;
}

/** Without the customer's address: the audit log is never changed. */
function told({ title, amount, currency, expiresAt, allowCustomAmounts }: PaymentRequest["settings"]) {
  return { title, amount: amount.toString(), currency, expiresAt, allowCustomAmounts };
}

/** A link of the path's store; another store's does not exist here. */
async function ownLink(gateway: Pick<Gateway, "persistence">, { params }: Request): Promise<PaymentRequest> {
  const link = await loadPaymentRequest(gateway, String(params["linkId"]));
  if (link.storeId === params["storeId"]) return link;
  throw new HttpError(404, "not-found", "There is no such payment link in this store.");
}

/** The id that the form was shown with. One that is taken by another store's link is refused. */
async function ownId(gateway: Deps, request: Request, store: MerchantStore): Promise<string> {
  const id = fieldOf(request, "linkId");
  const made = isFormId(id) ? await gateway.persistence.paymentRequests.load(id) : undefined;
  if (isFormId(id) && (made === undefined || made.storeId === store.id)) return id;
  throw new HttpError(422, "invalid", sentence("Open the form again, and send it from there."));
}

async function showList(
  gateway: Deps,
  request: Request,
  response: Response,
  store: MerchantStore,
): Promise<void> {
  const { paymentRequests } = gateway.persistence;
  const withArchived = "archived" in request.query;
  const page = pageNumber(request.query["page"]);
  const filter = { withArchived, skip: (page - 1) * PAGE, limit: PAGE + 1 };
  const links = await paymentRequests.list(store.id, filter);
  const shown = links.slice(0, PAGE);
  const invoices = await paymentRequests.invoicesOf(shown.map(({ id }) => id));
  const path = paymentLinksPath(store.id);
  const older = `${path}?${withArchived ? "archived&" : ""}page=${page + 1}`;
  const now = gateway.clock();
  const zone = pageZone(response, store.id);
  sendOwnerPage(response, "selling/paymentLinks", {
    ...frameOf(gateway, response),
    storeName: store.name,
    path,
    withArchived,
    mayModify: mayIn(visitorOf(response).access, store.id, "canmodifypaymentrequests"),
    older: links.length > PAGE ? older : undefined,
    links: shown.map((link) => linkLine(link, invoices, now, zone)),
  });
}

function showNew(
  gateway: Deps,
  response: Response,
  store: MerchantStore,
  { typed, faults }: Said = {},
): void {
  const view = {
    ...frameOf(gateway, response),
    storeName: store.name,
    path: `${paymentLinksPath(store.id)}/new`,
    linkId: timeOrderedId(gateway.clock(), gateway.random),
    currency: store.settings.defaultCurrency,
    zone: pageZone(response, store.id),
    currencies: currencyChoices(languageOfVisitor(response)),
    typed: typed ?? {},
    faults: faults?.fields ?? {},
    problem: faults?.problem,
  };
  sendOwnerPage(response, "selling/newLink", view, faults ? { status: faults.status } : {});
}

async function showOne(
  gateway: Deps,
  publicUrl: string,
  response: Response,
  link: PaymentRequest,
  { typed, faults, to, done }: Said = {},
): Promise<void> {
  const zone = pageZone(response, link.storeId);
  const view = {
    ...frameOf(gateway, response),
    zone,
    ...(await linkView(gateway, publicUrl, response, link)),
    currencies: currencyChoices(languageOfVisitor(response)),
    typed: typed ?? knownLink(link, zone),
    faults: faults?.fields ?? {},
    problem: faults?.problem,
    isRefused: faults !== undefined && typed !== undefined,
    to: to ?? link.settings.email ?? "",
    done,
  };
  sendOwnerPage(response, "selling/paymentLink", view, faults ? { status: faults.status } : {});
}
