import { Router } from "express";
import { ERRORS, GatewayError, type ErrorCode } from "../../errors.ts";
import { loadInvoiceAndStore } from "../../usecases/invoices/loadInvoiceAndStore.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { notifyByMail } from "../../usecases/mail/notifyByMail.ts";
import { wordsOf, type Words } from "../../../languages/translate.ts";
import { param } from "../api/query.ts";
import { HttpError } from "../errors.ts";
import { inLanguage } from "../language.ts";
import { perAddress } from "../limits.ts";
import { readForm } from "../readBody.ts";
import { refuseOtherSites } from "../sameSite.ts";
import { fieldsOf } from "./formFields.ts";
import { languageFor } from "./languageFor.ts";
import type { ShowPage } from "./linkRoutes.ts";

const PER_MINUTE = 20; // forms of one network address

/** What the payer reads instead of the refusal's own words. */
const SAID: Partial<Record<ErrorCode, (words: Words) => string>> = {
  mail_address_refused: (words) => words("tell.refused"),
  too_many_mails: (words) => words("tell.tooMany"),
  invoice_closed: (words) => words("tell.closed"),
  mail_off: (words) => words("tell.off"),
};

/**
 * E-mail notifications: POST /i/{id}/mail with an address, or an empty one to unsubscribe. `forget`
 * invalidates the cached page.
 */
export function mailRoutes(
  gateway: Pick<Gateway, "clock" | "persistence" | "mailer" | "issuing">,
  show: ShowPage,
  forget: (invoiceId: string) => void,
): Router {
  const router = Router();
  router.post("/i/:invoiceId/mail", perAddress(PER_MINUTE), ...readForm("1kb"), async (request, response) => {
    const invoiceId = param(request, "invoiceId");
    refuseOtherSites(request, "Leave the address on the checkout page");
    const { language, asked } = languageFor(request, await loadInvoiceAndStore(gateway, invoiceId));
    const { address: typed } = fieldsOf(request.body);
    if (typed === undefined)
      throw new HttpError(
        400,
        "address-missing",
        "Expected a form with one address, an empty one to hear no more.",
      );
    try {
      await notifyByMail(gateway, invoiceId, typed, language);
    } catch (error) {
      const say = error instanceof GatewayError ? SAID[error.code] : undefined;
      if (!(error instanceof GatewayError) || !say) throw error;
      const said = say(wordsOf(language));
      response.status(ERRORS[error.code].status);
      return show(request, response, (view) =>
        view.mailForm
          ? { ...view, still: "tell", mailForm: { ...view.mailForm, typed, error: said } }
          : { ...view, notice: said },
      );
    } finally {
      forget(invoiceId);
    }
    response.redirect(303, inLanguage(`/i/${encodeURIComponent(invoiceId)}`, asked));
  });
  return router;
}
