import { Router, type Request } from "express";
import { z } from "zod";
import { GatewayError } from "../../errors.ts";
import { mailInvoice } from "../../usecases/mail/mailInvoice.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { readEmailAddress } from "../../domain/mail/emailAddress.ts";
import { requirePermission } from "../auth.ts";
import { ValidationError } from "../errors.ts";
import { emailAddress, mailLanguage } from "./mailBody.ts";
import { nullish } from "./nullish.ts";
import { presentMail } from "./present/presentMail.ts";
import { problemsOf } from "./problems.ts";
import { param } from "./query.ts";

/** POST …/invoices/{id}/crosstill/mail. */
export const mailBody = z.strictObject({
  to: nullish(emailAddress).describe("The recipient; without one the former recipient"),
  language: nullish(z.string().max(20)).describe("Such as de; none: the invoice's, or the store's"),
});

/** Mailing the link of an invoice (crosstill). */
export function mailRoutes(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "mailer" | "settings">,
): Router {
  const router = Router();
  const path = "/api/v1/stores/:storeId/invoices/:invoiceId/crosstill/mail";
  router.post(path, requirePermission(gateway, "canmodifyinvoices"), async (request, response) => {
    const parsed = mailBody.safeParse(request.body ?? {}, { reportInput: true });
    if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
    const { to, language } = parsed.data;
    const { invoice, merchant } = await requireOwn(gateway, request);
    const known = (await gateway.persistence.mails.recipientsOf(invoice.id)).find(
      ({ role }) => role === "customer",
    );
    const address = readEmailAddress(to ?? "") ?? known?.address;
    const asked = mailLanguage(
      { asked: language ?? known?.language, invoice: invoice.terms.checkout.echo?.defaultLanguage },
      merchant.settings,
    );
    const mailed = address === undefined ? undefined : { address, language: asked };
    response.json(presentMail(await mailInvoice(gateway, invoice.id, mailed)));
  });
  return router;
}

/** Another store's invoice does not exist here. */
async function requireOwn({ persistence }: Pick<Gateway, "persistence">, request: Request) {
  const id = param(request, "invoiceId");
  const invoice = await persistence.invoices.load(id);
  const merchant = await persistence.stores.load(param(request, "storeId"));
  if (invoice && merchant?.id === invoice.storeId) return { invoice, merchant };
  throw new GatewayError("invoice_not_found", `There is no invoice ${id.slice(0, 64)} in this store.`);
}
