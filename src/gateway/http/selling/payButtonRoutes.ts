import { randomBytes } from "node:crypto";
import { Router, type Request, type Response } from "express";
import { timeOrderedId } from "../../../values/ids.ts";
import { formatFixed } from "../../../values/amount.ts";
import { typedAmount } from "../../../values/typedAmount.ts";
import { decimalIn } from "../../../languages/formats.ts";
import { wordsOf } from "../../../languages/translate.ts";
import type { InvoiceRequest } from "../../usecases/invoices/issueInvoice.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import {
  BUTTON_ORDER,
  makePublicInvoice,
  publicInvoicesOf,
  requireAllowed,
} from "../../usecases/selling/makePublicInvoice.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { GatewayError } from "../../errors.ts";
import { readInvoiceRequest } from "../api/invoiceRequest.ts";
import { storeOf } from "../api/storeOf.ts";
import { appearanceOf } from "../branding/storeAppearance.ts";
import { correctableError, ValidationError } from "../errors.ts";
import { formToken, idInFormToken } from "../formToken.ts";
import { isForOperators } from "../forOperators.ts";
import { askedLanguage, inLanguage, languageLinks, readLanguage } from "../language.ts";
import { perAddress, perStore } from "../limits.ts";
import { renderPage, securityHeaders } from "../pages.ts";
import { readForm } from "../readBody.ts";
import { refuseRedirect } from "./buttonRedirect.ts";
import { merchantWords } from "../../../languages/merchantWords.ts";

const READS_PER_MINUTE = 240;
const PAYMENTS_PER_MINUTE = 10; // of one address: each makes an invoice, and costs quotes, which are scarce
const PAYMENTS_OF_STORE = 60; // in a minute, from everywhere

const MOST_DECIMALS = 78; // a site may have calculated the amount: a point is the decimal sign

const FIELDS = ["amount", "currency", "orderId", "description", "redirect"] as const;
const LONGEST = { amount: 40, currency: 10, orderId: 150, description: 300, redirect: 2_000 } as const;

/** What a button asks for, as text. */
export type ButtonFields = Readonly<Record<(typeof FIELDS)[number], string>>;

type Refused = Readonly<{ status: number; error: string }>;

/**
 * The public address of pay buttons, for stores that have switched them on. A form on any site posts here and is led to a checkout;
 * a link leads to a page with the same form. Whatever a button says may have been changed by the visitor: the store's bounds hold.
 */
export function payButtonRoutes(gateway: Gateway): Router {
  const router = Router();
  const path = "/pay/:storeId";
  const load = (request: Request) => storeOf(gateway, request.params["storeId"]);

  const show = (
    request: Request,
    response: Response,
    store: MerchantStore,
    fields: ButtonFields,
    refused?: Refused,
  ) => {
    const { language, asked } = readLanguage(request, { store: store.settings.profile.defaultLang });
    const here = request.method === "GET" ? request.originalUrl : `/pay/${store.id}`;
    const nonce = randomBytes(16).toString("base64");
    const id = timeOrderedId(gateway.clock(), gateway.random);
    response
      .status(refused?.status ?? 200)
      .set(securityHeaders(nonce))
      .vary("Accept-Language")
      .type("html");
    response.send(
      renderPage("payButton", {
        language,
        languages: languageLinks(here, language),
        sandbox: gateway.settings.sandbox,
        storeName: store.name,
        initial: [...store.name.trim()][0]?.toUpperCase() ?? "•",
        look: appearanceOf(store),
        payUrl: inLanguage(`/pay/${store.id}`, asked),
        fields: { ...fields, currency: publicInvoicesOf(store).currency },
        isFixed: refused === undefined && isPayable(store, fields),
        bounds: boundsOf(store, language),
        token: formToken(gateway.secrets, purposeOf(store), id),
        error: refused?.error,
        nonce,
      }),
    );
  };

  router.get(path, perAddress(READS_PER_MINUTE), async (request, response) => {
    const store = await load(request);
    publicInvoicesOf(store);
    show(request, response, store, fieldsIn(request.query));
  });

  const isOn = async (request: Request, _response: Response, next: () => void) => {
    publicInvoicesOf(await load(request));
    next();
  };
  const refuse = (request: Request, response: Response, store: MerchantStore, error: unknown) => {
    const problem = correctableError(error, merchantWords("en"));
    const isOff = error instanceof GatewayError && error.code === "public_invoices_off";
    if (!problem || isOff) throw error;
    const { language } = readLanguage(request, { store: store.settings.profile.defaultLang });
    const isPlain = language === "en" && !isForOperators(error);
    const why = isPlain ? problem.message : wordsOf(language)("request.refused", { store: store.name });
    show(request, response, store, fieldsIn(request.body), { status: problem.status, error: why });
  };
  const isAllowed = async (request: Request, response: Response, next: () => void) => {
    const store = await load(request);
    try {
      requireAllowed(store, wantedBy(fieldsIn(request.body), store));
    } catch (error) {
      return refuse(request, response, store, error);
    }
    next();
  };
  const paying = [perAddress(PAYMENTS_PER_MINUTE), ...readForm("8kb"), isOn, isAllowed];
  router.post(path, ...paying, perStore(PAYMENTS_OF_STORE), async (request, response) => {
    const store = await load(request);
    const token = (request.body as Readonly<Record<string, unknown>> | undefined)?.["token"];
    const named = await idInFormToken(
      gateway.secrets,
      purposeOf(store),
      typeof token === "string" ? token : "",
    );
    try {
      const id = named ?? timeOrderedId(gateway.clock(), gateway.random);
      const invoice = await makePublicInvoice(gateway, store, wantedBy(fieldsIn(request.body), store), id);
      response.redirect(303, inLanguage(`/i/${invoice.id}`, askedLanguage(request)));
    } catch (error) {
      refuse(request, response, store, error);
    }
  });
  return router;
}

function purposeOf({ id }: MerchantStore): string {
  return `button ${id}`;
}

/** The known fields of a query or a form, each cut to what it may be. */
function fieldsIn(source: unknown): ButtonFields {
  const given = (source ?? {}) as Readonly<Record<string, unknown>>; // as express parsed it
  const text = (name: (typeof FIELDS)[number]) => {
    const value = given[name];
    return [name, typeof value === "string" ? value.trim().slice(0, LONGEST[name]) : ""];
  };
  return Object.fromEntries(FIELDS.map(text)) as ButtonFields; // each field has a text
}

/** The fields as the merchant API reads an invoice. Throws ValidationError. */
function wantedBy(fields: ButtonFields, store: MerchantStore): InvoiceRequest {
  const { settings } = store;
  const { amount, currency, orderId, description, redirect } = fields;
  if (amount === "") throw problemOf("Amount", 'Expected an amount such as "25.00".');
  const refused = refuseRedirect(store, redirect, merchantWords("en"));
  if (refused !== undefined) throw problemOf("Redirect", refused);
  const metadata = {
    ...(orderId === "" ? {} : { orderId: `${BUTTON_ORDER}${orderId}` }),
    ...(description === "" ? {} : { itemDesc: description }),
    payButton: true,
  };
  const known = settings.publicInvoices?.currency ?? settings.defaultCurrency;
  const body = {
    amount: typedAmount(amount, MOST_DECIMALS),
    currency: currency === "" ? known : currency,
    metadata,
    checkout: redirect === "" ? null : { redirectURL: redirect },
  };
  return readInvoiceRequest(body, settings);
}

function problemOf(path: string, message: string): ValidationError {
  return new ValidationError([{ path, message, code: "invalid" }]);
}

/** True when the amount of a link can be paid as it is, so that the page need not ask for one. */
function isPayable(store: MerchantStore, fields: ButtonFields): boolean {
  const { least, most, currency } = publicInvoicesOf(store);
  try {
    const wanted = wantedBy(fields, store);
    const { amount } = wanted;
    return amount !== undefined && amount >= least && amount <= most && wanted.currency === currency;
  } catch {
    return false; // the page asks for an amount, and the answer to its form says what is wrong
  }
}

function boundsOf(store: MerchantStore, language: Parameters<typeof decimalIn>[0]): string {
  const { least, most, currency, decimals } = publicInvoicesOf(store);
  const show = (amount: bigint) => `${decimalIn(language, formatFixed(amount, decimals))} ${currency}`;
  return wordsOf(language)("button.between", { least: show(least), most: show(most) });
}
