import { randomBytes } from "node:crypto";
import { Router, type Response } from "express";
import { broadcastPsbt } from "../../gateway/broadcastPsbt.ts";
import { loadBoth } from "../../gateway/choosePaymentMethod.ts";
import { MOST_PSBT_ADDRESSES, offersIn, preparePsbt } from "../../gateway/payByPsbt.ts";
import type { Gateway } from "../../gateway/ports.ts";
import { takesRefundAddress } from "../../gateway/setRefundAddress.ts";
import { param } from "../api/query.ts";
import { mendable } from "../errors.ts";
import { setPageHeaders } from "../frame.ts";
import { perAddress } from "../limits.ts";
import { readForm } from "../readBody.ts";
import { refuseOtherSites } from "../sameSite.ts";
import { fieldsOf } from "./formFields.ts";
import { renderPsbtPage, type PsbtForm } from "./psbtPage.ts";

const PSBTS_PER_MINUTE = 12; // each asks the explorers several times

/**
 * Paying with a PSBT, on a page of its own that does not reload: it is made of coins at addresses that the payer gives, signed
 * elsewhere, pasted back and broadcast. Nothing is kept in between, and a GET asks nobody anything.
 */
export function psbtRoutes(gateway: Gateway): Router {
  const router = Router();
  const path = "/i/:invoiceId/psbt";
  const form = (limit: string) => [perAddress(PSBTS_PER_MINUTE), ...readForm(limit)];

  const show = async (response: Response, invoiceId: string, filled: PsbtForm) => {
    const { invoice, store } = await loadBoth(gateway, invoiceId);
    const offer = offersIn(invoice).at(-1);
    const isOpen = takesRefundAddress(invoice, gateway.clock()) && !invoice.terms.topUp; // while something is to be paid
    if (!offer || !isOpen) return response.redirect(303, `/i/${encodeURIComponent(invoiceId)}`);
    const nonce = randomBytes(16).toString("base64");
    setPageHeaders(response, nonce, undefined);
    const page = { invoiceId, storeName: store.name, sandbox: gateway.settings.sandbox, offer: filled.made?.offer ?? offer };
    response.type("html").send(renderPsbtPage(page, filled, nonce));
  }; // prettier-ignore

  const showProblem = async (response: Response, invoiceId: string, typed: PsbtForm, error: unknown) => {
    const problem = mendable(error);
    if (!problem) throw error;
    await show(response.status(problem.status), invoiceId, { ...typed, problem: problem.message });
  };

  router.get(path, (request, response) => show(response, param(request, "invoiceId"), {}));

  router.post(path, ...form("4kb"), async (request, response) => {
    const invoiceId = param(request, "invoiceId");
    refuseOtherSites(request, "Make the PSBT on the checkout page");
    const { addresses = "" } = fieldsOf(request.body);
    const given = addresses.split(/[\s,;]+/).filter((text) => text !== "");
    try {
      const made = await preparePsbt(gateway, invoiceId, given.slice(0, MOST_PSBT_ADDRESSES + 1));
      await show(response, invoiceId, { addresses, made });
    } catch (error) {
      await showProblem(response, invoiceId, { addresses }, error);
    }
  });

  router.post(`${path}/signed`, ...form("256kb"), async (request, response) => {
    const invoiceId = param(request, "invoiceId");
    refuseOtherSites(request, "Give the signed PSBT on the checkout page");
    const { psbt = "" } = fieldsOf(request.body);
    try {
      const txid = await broadcastPsbt(gateway, invoiceId, psbt);
      gateway.log.info("checkout.psbt_broadcast", { invoice: invoiceId, txid });
      response.redirect(303, `/i/${encodeURIComponent(invoiceId)}`);
    } catch (error) {
      await showProblem(response, invoiceId, { signed: psbt }, error);
    }
  });
  return router;
}
