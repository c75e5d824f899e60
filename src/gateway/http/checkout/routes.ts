import { randomBytes } from "node:crypto";
import { Router, type Request } from "express";
import { choosePaymentMethod } from "../../usecases/pricing/choosePaymentMethod.ts";
import { loadInvoiceAndStore } from "../../usecases/invoices/loadInvoiceAndStore.ts";
import { ERRORS, GatewayError } from "../../errors.ts";
import { setRefundAddress } from "../../usecases/invoices/setRefundAddress.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { param } from "../api/query.ts";
import { HttpError } from "../errors.ts";
import { perAddress } from "../limits.ts";
import { frameOf, inFrame, setPageHeaders } from "../frame.ts";
import { askedLanguage, inLanguage, languageLinks } from "../language.ts";
import { readForm } from "../readBody.ts";
import { refuseOtherSites } from "../sameSite.ts";
import { refusedChoice } from "./choiceWords.ts";
import { fieldsOf } from "./formFields.ts";
import { framed } from "./framed.ts";
import { createPageCache, NONCE_PLACE, partsOf, withNonce } from "./pageCache.ts";
import { mailRoutes } from "./mailRoutes.ts";
import { linkRoutes, type ShowPage } from "./linkRoutes.ts";
import { psbtRoutes } from "./psbtRoutes.ts";
import { viewOf, type CheckoutOptions } from "./readView.ts";
import { renderCheckout, renderStatusFragment } from "./render.ts";
import { unknownInvoice } from "./unknownInvoice.ts";
import type { CheckoutView } from "./view.ts";
import { walletRoutes } from "./walletRoutes.ts";

const CHOICES_PER_MINUTE = 20; // each may cost quotes, which are scarce

/**
 * The public pages of an invoice. Holders of the link may see it; of its metadata it shows only order and
 * description.
 */
export function checkoutRoutes(gateway: Gateway, options: CheckoutOptions): Router {
  const router = Router();
  const cache = createPageCache();
  options.viewers.onNews(cache.forget);
  router.use("/i", perAddress(options.viewsPerMinute));

  const show: ShowPage = async (request, response, change = (view) => view) => {
    const invoiceId = param(request, "invoiceId");
    options.viewers.saw(invoiceId);
    const frame = frameOf(request);
    const isOwn = request.method !== "GET"; // the answer to a form
    const draw = async () => {
      const view = await viewOf(gateway, options, invoiceId, request);
      const here = isOwn ? `/i/${view.invoiceId}` : request.originalUrl;
      const languages = languageLinks(here, view.language);
      return renderCheckout(framed(change({ ...view, languages }), frame), NONCE_PLACE);
    };
    const page = await (isOwn
      ? draw().then(partsOf)
      : cache.page({ invoiceId, name: lookOf(request) }, gateway.clock(), draw));
    const nonce = randomBytes(16).toString("base64");
    setPageHeaders(response, nonce, frame);
    response.vary("Accept-Language");
    response.type("html").send(withNonce(page, nonce));
  };

  router.get("/i/:invoiceId", (request, response) =>
    show(request, response, (view) => ({
      ...view,
      notice: refusedChoice(view, request.query["refused"]) ?? view.notice,
      still: (["refund", "methods", "signed", "tell"] as const).find((form) => form in request.query),
    })),
  );

  router.get("/i/:invoiceId/status", async (request, response) => {
    const { invoiceId } = request.params;
    options.viewers.saw(invoiceId);
    const view = framed(await viewOf(gateway, options, invoiceId, request), frameOf(request));
    response.set("Cache-Control", "no-store").vary("Accept-Language");
    if (request.accepts(["json", "html"]) === "html")
      return void response.type("html").send(renderStatusFragment(view));
    response.json(publicStatus(view));
  });

  router.get("/i/:invoiceId/events", async (request, response) => {
    const { invoice } = await loadInvoiceAndStore(gateway, request.params.invoiceId);
    const open = options.viewers.stream(invoice.id, invoice.version, response);
    if (!open)
      throw new HttpError(
        429,
        "too-many-streams",
        "Too many windows are open at this invoice or at your address; the page polls instead.",
      );
  });

  router.post(
    "/i/:invoiceId/methods/:methodId",
    perAddress(CHOICES_PER_MINUTE),
    ...readForm("1kb"),
    async (request, response) => {
      const invoiceId = param(request, "invoiceId");
      const methodId = param(request, "methodId");
      refuseOtherSites(request, "Choose the payment method on the checkout page");
      let refused = false;
      try {
        await choosePaymentMethod(gateway, invoiceId, methodId);
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code.endsWith("_not_found")) throw error;
        gateway.log.warn("checkout.choice_failed", { invoice: invoiceId, methodId, error });
        refused = error.code !== "invoice_closed"; // of which the page tells anyway
      } finally {
        cache.forget(invoiceId); // the reason for an unavailable method is on the page, without a new version
      }
      const frame = frameOf(request);
      const isAgreed = fieldsOf(request.body)["network"] === "agreed";
      const said = refused ? "refused" : isAgreed ? "on" : undefined;
      const outcome = said ? `?${said}=${encodeURIComponent(methodId)}` : "";
      const url = inFrame(`/i/${encodeURIComponent(invoiceId)}${outcome}`, frame);
      response.redirect(303, inLanguage(frame ? `${url}&again` : url, askedLanguage(request)));
    },
  );

  router.post(
    "/i/:invoiceId/refund-address",
    perAddress(CHOICES_PER_MINUTE),
    ...readForm("1kb"),
    async (request, response) => {
      const invoiceId = param(request, "invoiceId");
      refuseOtherSites(request, "Give the refund address on the checkout page");
      const { method = "", address = "" } = fieldsOf(request.body);
      try {
        await setRefundAddress(gateway, invoiceId, method, address);
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code.endsWith("_not_found")) throw error;
        if (ADDRESS_REFUSED.has(error.code)) {
          const { code, message } = error;
          response.status(ERRORS[error.code].status);
          return show(request, response, (view) =>
            withRefusal(view, address, refusedAddress(view.language, code, message)),
          );
        }
        gateway.log.warn("checkout.refund_address_without_price", { invoice: invoiceId, error }); // it is kept for the next one
      } finally {
        cache.forget(invoiceId);
      }
      response.redirect(303, inLanguage(`/i/${encodeURIComponent(invoiceId)}`, askedLanguage(request)));
    },
  );
  router.use(mailRoutes(gateway, show, cache.forget));
  router.use(walletRoutes(gateway), psbtRoutes(gateway));
  router.use(linkRoutes(show));
  router.use("/i", unknownInvoice);
  return router;
}

/** What a page's look may depend on, beside the invoice and the time. */
function lookOf(request: Request): string {
  return `${request.originalUrl} ${request.get("accept-language") ?? ""}`;
}

const ADDRESS_REFUSED: ReadonlySet<string> = new Set(["refund_address_refused", "invoice_closed"]);

/** Why a refund address was refused. The checks' own sentences are English; in other languages there is one for each kind. */
function refusedAddress(language: Language, code: string, message: string): string {
  if (language === "en") return message;
  return wordsOf(language)(code === "invoice_closed" ? "pay.refundTooLate" : "pay.refundRefused");
}

/** The page again, with what was typed and what is wrong with it; it does not reload meanwhile. */
function withRefusal(view: CheckoutView, typed: string, error: string): CheckoutView {
  if (!view.refundForm) return { ...view, notice: error };
  return { ...view, still: "refund", refundForm: { ...view.refundForm, typed, error } };
}

/** What a script may poll. */
function publicStatus({
  invoiceId,
  state,
  additional,
  stage,
  version,
  expiresAtMs,
  confirmations,
  outdated,
}: CheckoutView) {
  return {
    invoiceId,
    status: state,
    additionalStatus: additional,
    stage,
    version,
    expiresAtMs,
    confirmations,
    ...(outdated ? { outdated } : {}), // the database does not answer: this is what was known before
  };
}
