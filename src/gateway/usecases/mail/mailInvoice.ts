import { mailId, type Mail, type NewMail } from "../../domain/mail/mail.ts";
import { isStillTrue } from "../../domain/mail/mailKindsOf.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { loadInvoice } from "../invoices/markInvoice.ts";
import type { MailTo } from "./queueMail.ts";
import type { Gateway } from "../gateway.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import { sentence } from "../../../values/sentence.ts";

const MOST = 5; // links of one invoice
const BETWEEN_MS = MINUTE_MS;

/**
 * Mails the link of an invoice, again or for the first time, to the previous recipient or another; returns
 * the queued message. Throws GatewayError: mail_off, invoice_not_found, invoice_closed,
 * mail_address_missing, too_many_mails.
 */
export async function mailInvoice(
  gateway: Pick<Gateway, "clock" | "persistence" | "mailer">,
  invoiceId: string,
  to: MailTo | undefined,
): Promise<Mail> {
  requireMailer(gateway);
  return retryOnConflict(async () => {
    const { persistence, clock } = gateway;
    const at = clock();
    const invoice = await loadInvoice(gateway, invoiceId);
    if (!isStillTrue("invoice", invoice, at))
      throw new GatewayError(
        "invoice_closed",
        sentence("Expected an invoice that is open and not paid; this one takes no payment, or has one."),
      );
    const known = (await persistence.mails.recipientsOf(invoiceId)).find(({ role }) => role === "customer");
    const next = to ?? known;
    if (!next)
      throw new GatewayError(
        "mail_address_missing",
        sentence('Expected "to": no recipient was named when the invoice was made.'),
      );
    const sent = (await persistence.mails.of([invoiceId])).filter(({ kind }) => kind === "invoice");
    refuseHaste(sent, at);
    const { storeId } = invoice;
    const owed: NewMail = { role: "customer", kind: "invoice", nth: String(sent.length + 1), dueAt: at };
    const { address, language } = next;
    const recipient = {
      invoiceId,
      storeId,
      role: "customer",
      address,
      language,
      changes: sent.length,
      at,
    } as const;
    await persistence.mails.keepRecipient(recipient, [owed], at);
    return {
      ...owed,
      id: mailId(invoiceId, owed),
      invoiceId,
      storeId,
      state: "due",
      attempts: 0,
      createdAt: at,
    };
  });
}

/** Throws GatewayError mail_off where no mail server is set. */
export function requireMailer({ mailer }: Pick<Gateway, "mailer">): void {
  if (mailer) return;
  throw new GatewayError(
    "mail_off",
    sentence("This gateway sends no e-mail: its operator has set no SMTP_URL (docs/how-to/email.md)."),
  );
}

function refuseHaste(sent: readonly Mail[], at: number): void {
  const last = sent.at(-1);
  if (sent.length >= MOST)
    throw new GatewayError(
      "too_many_mails",
      sentence("The link of this invoice was mailed {most} times; more looks like spam.", { most: MOST }),
    );
  if (last && at < last.createdAt + BETWEEN_MS)
    throw new GatewayError(
      "too_many_mails",
      sentence("The link of this invoice was mailed less than a minute ago. Wait a minute."),
    );
}
