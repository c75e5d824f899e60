import type { Invoice } from "../../../domain/invoices/invoice.ts";
import { readEmailAddress } from "../../../domain/mail/emailAddress.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { mailInvoice } from "../../../usecases/mail/mailInvoice.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { mailLanguage } from "../../api/mailBody.ts";
import { HttpError } from "../../errors.ts";

/** Mails the link of an invoice to an address, or (empty) to the former recipient. Throws as mailInvoice does, and HttpError 422. */
export async function sendLink(
  gateway: Pick<Gateway, "clock" | "persistence" | "mailer">,
  invoice: Invoice,
  typed: string,
  tr: Translate,
): Promise<void> {
  const text = typed.trim();
  const address = readEmailAddress(text);
  if (text !== "" && address === undefined)
    throw new HttpError(422, "invalid", tr("Expected one e-mail address, such as ada@example.com."));
  const store = await gateway.persistence.stores.load(invoice.storeId);
  const wishes = { invoice: invoice.terms.checkout.echo?.defaultLanguage };
  const to =
    address === undefined || !store ? undefined : { address, language: mailLanguage(wishes, store.settings) };
  await mailInvoice(gateway, invoice.id, to);
}
