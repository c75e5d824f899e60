import { randomBytes } from "node:crypto";
import { Router, type Request, type Response } from "express";
import { ERRORS, GatewayError } from "../errors.ts";
import { loadPaymentRequest, payPaymentRequest } from "../usecases/payment-requests/paymentRequests.ts";
import type { Gateway } from "../usecases/gateway.ts";
import type { MerchantStore } from "../usecases/stores/merchantStore.ts";
import type { PaymentRequest } from "../domain/invoices/paymentRequest.ts";
import { linkOf, readPaying } from "./api/paymentRequestBody.ts";
import { ValidationError } from "./errors.ts";
import { wordsOf } from "../../languages/translate.ts";
import { isForOperators } from "./forOperators.ts";
import { askedLanguage, inLanguage, languageLinks, readLanguage, withOwnAddresses } from "./language.ts";
import { perAddress } from "./limits.ts";
import { renderPage, securityHeaders } from "./pages.ts";
import { paymentRequestView, type PaymentRequestView } from "./paymentRequestView.ts";
import { fieldOf } from "./owner/fields.ts";
import { formToken, idInFormToken } from "./formToken.ts";
import { ownInvoices, rememberInvoice } from "./ownInvoices.ts";
import { timeOrderedId } from "../../values/ids.ts";
import { readForm } from "./readBody.ts";
import { refuseOtherSites } from "./sameSite.ts";

type Both = Readonly<{ request: PaymentRequest; store: MerchantStore }>;

const READS_PER_MINUTE = 240;
const PAYMENTS_PER_MINUTE = 10; // each may make an invoice, and cost quotes, which are scarce

/**
 * The public page of a payment request. Viewing it creates nothing; its button makes a freshly priced
 * invoice, or leads to the open one of the same browser, and on to its checkout. It never leads to an
 * invoice of another visitor: the holder of an invoice's link may set its refund address.
 */
export function paymentRequestPage(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const page = "/payment-requests/:paymentRequestId";

  const load = async (id: string) => {
    const request = await loadPaymentRequest(gateway, id);
    const store = await gateway.persistence.stores.load(request.storeId);
    if (store) return { request, store };
    throw new GatewayError("store_not_found", `There is no store ${request.storeId}.`);
  };
  const show = async (
    request: Request,
    response: Response,
    { request: asked, store }: Both,
    refused: Partial<PaymentRequestView> = {},
  ) => {
    const invoices = await gateway.persistence.paymentRequests.invoicesOf([asked.id]);
    const spoken = readLanguage(request, { store: store.settings.profile.defaultLang });
    const { language } = spoken;
    const now = gateway.clock();
    const around = { store, now, sandbox: gateway.settings.sandbox, language, own: ownInvoices(request) };
    const here = request.method === "GET" ? request.originalUrl : `/payment-requests/${asked.id}`;
    const view = {
      ...withOwnAddresses(paymentRequestView(asked, invoices, around), (url) =>
        inLanguage(url, spoken.asked),
      ),
      languages: languageLinks(here, language),
      token: formToken(gateway.secrets, `pay ${asked.id}`, timeOrderedId(now, gateway.random)),
      ...refused,
    };
    const nonce = randomBytes(16).toString("base64");
    response.set(securityHeaders(nonce)).vary("Accept-Language").type("html");
    response.send(renderPage("paymentRequest", { ...view, nonce }));
  };

  router.get(page, perAddress(READS_PER_MINUTE), async (request, response) =>
    show(request, response, await load(String(request.params["paymentRequestId"]))),
  );

  router.post(
    `${page}/pay`,
    perAddress(PAYMENTS_PER_MINUTE),
    ...readForm("1kb"),
    async (request, response) => {
      refuseOtherSites(request, "Pay on the page of the payment request");
      const both = await load(String(request.params["paymentRequestId"]));
      const typed = typedAmount(request.body);
      try {
        const { amount } = readPaying({ amount: typed }, both.request);
        const { id } = both.request;
        const named = await idInFormToken(gateway.secrets, `pay ${id}`, fieldOf(request, "token") ?? "");
        const own = named === undefined ? ownInvoices(request) : [named, ...ownInvoices(request)];
        const isMade = named !== undefined && (await gateway.persistence.invoices.load(named)) !== undefined; // it may be over by now
        const paying = { amount, reuse: own, returnUrl: linkOf(publicUrl, id) };
        const invoice = await payPaymentRequest(gateway, both.store, id, paying, isMade ? undefined : named);
        rememberInvoice(
          request,
          response,
          invoice.id,
          `/payment-requests/${id}`,
          publicUrl.startsWith("https:"),
        );
        response.redirect(303, inLanguage(`/i/${invoice.id}`, askedLanguage(request)));
      } catch (error) {
        const isRefusal = error instanceof ValidationError || error instanceof GatewayError;
        if (!isRefusal) throw error;
        response.status(error instanceof GatewayError ? ERRORS[error.code].status : 422);
        const { language } = readLanguage(request, { store: both.store.settings.profile.defaultLang });
        const said = error instanceof GatewayError ? error.message : (error.problems[0]?.message ?? "");
        const why =
          language === "en" && !isForOperators(error)
            ? said
            : wordsOf(language)("request.refused", { store: both.store.name });
        await show(request, response, both, { error: why, ...(typed === undefined ? {} : { typed }) });
      }
    },
  );
  return router;
}

function typedAmount(body: unknown): string | undefined {
  const { amount } = (body ?? {}) as Readonly<Record<string, unknown>>; // as the form parser made it
  return typeof amount === "string" && amount.trim() !== ""
    ? amount.trim().replace(/,(?=\d{1,2}$)/, ".")
    : undefined;
}
