import { randomBytes } from "node:crypto";
import { Router, type Request, type Response } from "express";
import { broadcastPsbt } from "../../usecases/wallet-payments/broadcastPsbt.ts";
import { loadInvoiceAndStore } from "../../usecases/invoices/loadInvoiceAndStore.ts";
import { GatewayError } from "../../errors.ts";
import { MOST_PSBT_ADDRESSES, offersIn, preparePsbt } from "../../usecases/wallet-payments/payByPsbt.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { takesRefundAddress } from "../../usecases/invoices/setRefundAddress.ts";
import { param } from "../api/query.ts";
import { correctableError } from "../errors.ts";
import { setPageHeaders } from "../frame.ts";
import { askedLanguage, inLanguage, languageLinks, withOwnAddresses } from "../language.ts";
import { perAddress } from "../limits.ts";
import { appearanceOf } from "../branding/storeAppearance.ts";
import { readForm } from "../readBody.ts";
import { refuseOtherSites } from "../sameSite.ts";
import { fieldsOf } from "./formFields.ts";
import { renderPsbtPage, type PsbtForm } from "./psbtPage.ts";
import { psbtProblem } from "./psbtWords.ts";
import { languageFor } from "./languageFor.ts";
import { merchantWords } from "../../../languages/merchantWords.ts";

const PSBTS_PER_MINUTE = 12; // each asks the explorers several times

/**
 * Paying with a PSBT, on a page of its own that does not reload: it is built from coins at addresses that
 * the payer gives, signed elsewhere, pasted back and broadcast. Nothing is stored in between, and a GET
 * makes no outside call.
 */
export function psbtRoutes(gateway: Gateway): Router {
  const router = Router();
  const path = "/i/:invoiceId/psbt";
  const form = (limit: string) => [perAddress(PSBTS_PER_MINUTE), ...readForm(limit)];

  const show = async (request: Request, response: Response, filled: PsbtForm, refusal?: GatewayError) => {
    const invoiceId = param(request, "invoiceId");
    const { invoice, store } = await loadInvoiceAndStore(gateway, invoiceId);
    const { language, asked } = languageFor(request, { invoice, store });
    const offer = filled.made?.offer ?? offersIn(invoice).at(-1);
    const isOpen = takesRefundAddress(invoice, gateway.clock()) && !invoice.terms.topUp; // while something is to be paid
    const url = `/i/${encodeURIComponent(invoiceId)}`;
    if (!offer || !isOpen) return response.redirect(303, inLanguage(url, asked));
    const nonce = randomBytes(16).toString("base64");
    setPageHeaders(response, nonce, undefined);
    const page = {
      invoiceUrl: url,
      makeUrl: `${url}/psbt`,
      sendUrl: `${url}/psbt/signed`,
      invoiceId,
      storeName: store.name,
      look: appearanceOf(store),
      sandbox: gateway.settings.sandbox,
      offer,
      language,
      languages: languageLinks(`${url}/psbt`, language),
    };
    const form = refusal ? { ...filled, problem: psbtProblem(refusal, language) } : filled;
    const html = renderPsbtPage(
      withOwnAddresses(page, (own) => inLanguage(own, asked)),
      form,
      nonce,
    );
    response.vary("Accept-Language").type("html").send(html);
  };

  const showProblem = async (request: Request, response: Response, typed: PsbtForm, error: unknown) => {
    const status = correctableError(error, merchantWords("en"))?.status;
    if (!status || !(error instanceof GatewayError)) throw error;
    await show(request, response.status(status), typed, error);
  };

  router.get(path, (request, response) => show(request, response, {}));

  router.post(path, ...form("4kb"), async (request, response) => {
    const invoiceId = param(request, "invoiceId");
    refuseOtherSites(request, "Make the PSBT on the checkout page");
    const { addresses = "" } = fieldsOf(request.body);
    const given = addresses.split(/[\s,;]+/).filter((text) => text !== "");
    try {
      const made = await preparePsbt(gateway, invoiceId, given.slice(0, MOST_PSBT_ADDRESSES + 1));
      await show(request, response, { addresses, made });
    } catch (error) {
      await showProblem(request, response, { addresses }, error);
    }
  });

  router.post(`${path}/signed`, ...form("256kb"), async (request, response) => {
    const invoiceId = param(request, "invoiceId");
    refuseOtherSites(request, "Give the signed PSBT on the checkout page");
    const { psbt = "" } = fieldsOf(request.body);
    try {
      const txid = await broadcastPsbt(gateway, invoiceId, psbt);
      gateway.log.info("checkout.psbt_broadcast", { invoice: invoiceId, txid });
      response.redirect(303, inLanguage(`/i/${encodeURIComponent(invoiceId)}`, askedLanguage(request)));
    } catch (error) {
      await showProblem(request, response, { signed: psbt }, error);
    }
  });
  return router;
}
