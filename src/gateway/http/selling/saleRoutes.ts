import { randomBytes } from "node:crypto";
import { Router, type Request, type RequestHandler } from "express";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PointOfSale } from "../../domain/selling/pointOfSale.ts";
import { posIdOf } from "../../domain/selling/saleMetadata.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { loadInvoiceAndStore } from "../../usecases/invoices/loadInvoiceAndStore.ts";
import { choosePaymentMethod } from "../../usecases/pricing/choosePaymentMethod.ts";
import { loadPointOfSale } from "../../usecases/selling/pointsOfSale.ts";
import { GatewayError } from "../../errors.ts";
import { param } from "../api/query.ts";
import { refusedChoice } from "../checkout/choiceWords.ts";
import { fieldsOf } from "../checkout/formFields.ts";
import { viewOf, type CheckoutOptions } from "../checkout/readView.ts";
import { presented } from "../checkout/render.ts";
import { askedLanguage, inLanguage, languageLinks } from "../language.ts";
import { perAddress } from "../limits.ts";
import { counterPath } from "../owner/paths.ts";
import { renderPage, securityHeaders } from "../pages.ts";
import { readForm } from "../readBody.ts";
import { refuseOtherSites } from "../sameSite.ts";
import { saleView } from "./saleView.ts";

const CHOICES_PER_MINUTE = 20; // each may cost quotes, which are scarce

/**
 * The page of a sale after it was charged: the QR code, then large that the payment was seen and confirmed, then the receipt. It is
 * for holders of its link, as the checkout of the same invoice is; an invoice of another counter has no page here.
 */
export function saleRoutes(gateway: Gateway, options: CheckoutOptions): Router {
  const router = Router();
  const page = "/pos/:posId/sales/:invoiceId";
  const views = perAddress(options.viewsPerMinute);

  const drawn = async (request: Request) => {
    const { pos, invoice } = await loadSale(gateway, request);
    options.viewers.saw(invoice.id);
    const view = await viewOf(gateway, options, invoice.id, request);
    const { checkout, ...sale } = saleView(view, pos, invoice, askedLanguage(request));
    const notice = refusedChoice(view, request.query["refused"]) ?? view.notice;
    return { language: view.language, page: { ...presented({ ...checkout, notice }), ...sale } };
  };

  router.get(page, views, async (request, response) => {
    const { language, page: view } = await drawn(request);
    const nonce = randomBytes(16).toString("base64");
    const languages = languageLinks(request.originalUrl, language);
    response.set(securityHeaders(nonce)).vary("Accept-Language").type("html");
    response.send(renderPage("pos/sale", { ...view, languages, nonce }));
  });

  const status: RequestHandler = async (request, response) => {
    response.set("Cache-Control", "no-store").vary("Accept-Language").type("html");
    response.send(renderPage("pos/live", (await drawn(request)).page));
  };
  router.get(`${page}/status`, views, status);

  const choosing = [perAddress(CHOICES_PER_MINUTE), ...readForm("1kb")];
  router.post(`${page}/methods/:methodId`, ...choosing, async (request, response) => {
    refuseOtherSites(request, "Choose the coin on the page of the sale");
    const { pos, invoice } = await loadSale(gateway, request);
    const methodId = param(request, "methodId");
    let refused = false;
    try {
      await choosePaymentMethod(gateway, invoice.id, methodId);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code.endsWith("_not_found")) throw error;
      gateway.log.warn("counter.choice_failed", { invoice: invoice.id, methodId, error });
      refused = error.code !== "invoice_closed"; // of which the page tells anyway
    }
    const isAgreed = fieldsOf(request.body)["network"] === "agreed";
    const said = refused ? "refused" : isAgreed ? "on" : undefined;
    const outcome = said ? `?${said}=${encodeURIComponent(methodId)}` : "";
    const sale = `${counterPath(pos.id)}/sales/${encodeURIComponent(invoice.id)}`;
    response.redirect(303, inLanguage(`${sale}${outcome}`, askedLanguage(request)));
  });
  return router;
}

async function loadSale(
  gateway: Gateway,
  request: Request,
): Promise<Readonly<{ pos: PointOfSale; invoice: Invoice }>> {
  const pos = await loadPointOfSale(gateway, param(request, "posId"));
  const { invoice } = await loadInvoiceAndStore(gateway, param(request, "invoiceId"));
  if (invoice.storeId === pos.storeId && posIdOf(invoice.terms.metadata) === pos.id) return { pos, invoice };
  throw new GatewayError("invoice_not_found", "There is no such sale at this point of sale.");
}
