import { payerOf, takesAddress } from "../../usecases/mail/notifyByMail.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { maskedAddress } from "../../domain/mail/emailAddress.ts";

/**
 * The form for e-mail notifications, with its texts. A stored address is shown masked: the page is visible
 * to every holder of the link.
 */
export type MailForm = Readonly<{
  actionUrl: string;
  /** A link to this page as one that does not reload. */
  stillUrl: string;
  isSaved: boolean;
  title: string;
  text: string;
  label: string;
  button: string;
  stop: string;
  stillText: string;
  /** After a refusal: what was typed, and what is wrong with it. */
  typed?: string | undefined;
  error?: string | undefined;
}>;

/** The form for an invoice; undefined where no e-mail is sent, or no more news is to come. */
export async function mailForm(
  gateway: Pick<Gateway, "persistence" | "mailer">,
  invoice: Invoice,
  { settings }: MerchantStore,
  language: Language,
): Promise<MailForm | undefined> {
  if (!takesAddress(gateway, invoice)) return undefined;
  const payer = await payerOf(gateway, invoice.id);
  const words = wordsOf(language);
  return {
    actionUrl: `/i/${invoice.id}/mail`,
    stillUrl: `/i/${invoice.id}?tell`,
    isSaved: payer !== undefined,
    title: payer ? words("tell.saved", { address: maskedAddress(payer.address) }) : words("tell.title"),
    text: words("tell.text", { count: settings.mail.keepDays }),
    label: words("tell.label"),
    button: words(payer ? "tell.change" : "tell.button"),
    stop: words("tell.stop"),
    stillText: words("tell.still"),
  };
}
