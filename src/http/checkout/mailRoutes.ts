import { Router, urlencoded } from "express";
import { ERROR_STATUS, GatewayError, type ErrorCode } from "../../gateway/errors.ts";
import { loadBoth } from "../../gateway/choosePaymentMethod.ts";
import type { Gateway } from "../../gateway/ports.ts";
import { tellByMail } from "../../gateway/tellByMail.ts";
import { wordsOf, type Words } from "../../languages/translate.ts";
import { param } from "../api/query.ts";
import { inLanguage } from "../language.ts";
import { perAddress } from "../limits.ts";
import { refuseOtherSites } from "../sameSite.ts";
import type { ShowPage } from "./linkRoutes.ts";
import { spokenOn } from "./readView.ts";

const PER_MINUTE = 20; // forms of one network address

/** What the payer reads instead of the refusal's own words. */
const SAID: Partial<Record<ErrorCode, (words: Words) => string>> = {
  mail_address_refused: (words) => words("tell.refused"),
  too_many_mails: (words) => words("tell.tooMany"),
  invoice_closed: (words) => words("tell.closed"),
};

/** "Tell me by e-mail": POST /i/{id}/mail with an address, or an empty one to hear no more. `forget` hears of what the page shows since. */
export function mailRoutes(gateway: Gateway, show: ShowPage, forget: (invoiceId: string) => void): Router {
  const router = Router();
  const form = urlencoded({ extended: false, limit: "1kb" });
  router.post("/i/:invoiceId/mail", perAddress(PER_MINUTE), form, async (request, response) => {
    const invoiceId = param(request, "invoiceId");
    refuseOtherSites(request, "Leave the address on the checkout page");
    const { invoice, store } = await loadBoth(gateway, invoiceId);
    const { language, asked } = spokenOn(request, invoice, store);
    const { address } = (request.body ?? {}) as Readonly<Record<string, unknown>>; // as the form parser made it
    const typed = typeof address === "string" ? address : "";
    try {
      await tellByMail(gateway, invoiceId, typed, language);
    } catch (error) {
      const say = error instanceof GatewayError ? SAID[error.code] : undefined;
      if (!(error instanceof GatewayError) || !say) throw error;
      const said = say(wordsOf(language));
      response.status(ERROR_STATUS[error.code]);
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
