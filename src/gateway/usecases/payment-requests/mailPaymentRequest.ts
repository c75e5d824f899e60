import type { Language } from "../../../languages/languages.ts";
import type { PaymentRequest } from "../../domain/invoices/paymentRequest.ts";
import { readEmailAddress } from "../../domain/mail/emailAddress.ts";
import { paymentRequestLetter } from "../../domain/mail/paymentRequestLetter.ts";
import { letterHtml, letterText } from "../../domain/mail/renderLetter.ts";
import { formatFixed } from "../../../values/amount.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { requireMailer } from "../mail/mailInvoice.ts";
import { supportAddress } from "../mail/supportAddress.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { sentence } from "../../../values/sentence.ts";

type About = Readonly<{ link: PaymentRequest; store: MerchantStore; to: string; language: Language }>;

/**
 * Mails a payment request to one address, at once: a person waits for the outcome and can send it again, so nothing is queued.
 * Throws GatewayError: mail_off, mail_address_refused, mail_not_sent.
 */
export async function mailPaymentRequest(
  gateway: Pick<Gateway, "clock" | "mailer" | "settings" | "log">,
  publicUrl: string,
  { link, store, to, language }: About,
): Promise<void> {
  requireMailer(gateway);
  const address = readEmailAddress(to);
  if (address === undefined)
    throw new GatewayError(
      "mail_address_refused",
      sentence('Expected an e-mail address; got "{text}".', { text: to.slice(0, 60) }),
    );
  const { settings } = link;
  const letter = paymentRequestLetter({
    language,
    storeName: store.name,
    host: new URL(publicUrl).host,
    url: `${publicUrl}/payment-requests/${link.id}`,
    title: settings.title,
    sum: { amount: formatFixed(settings.amount, settings.decimals), currency: settings.currency },
    referenceId: settings.referenceId,
    expiresAt: settings.expiresAt,
    sandbox: gateway.settings.sandbox,
  });
  const outcome = await gateway.mailer?.send({
    id: `${link.id}-${gateway.clock()}`,
    to: address,
    language,
    fromName: store.name,
    replyTo: supportAddress(store),
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
  });
  if (outcome?.kind === "taken")
    return gateway.log.info("payment_request.mailed", { paymentRequest: link.id });
  const reason = outcome?.reason ?? "no answer";
  throw new GatewayError(
    "mail_not_sent",
    sentence("The mail server did not take the message: {reason}. Try again.", { reason }),
  );
}
