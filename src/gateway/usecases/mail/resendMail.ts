import { ConflictError } from "../../../database/driver.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { isLost, mayRead, type Mail, type Recipient } from "../../domain/mail/mail.ts";
import { isStillTrue } from "../../domain/mail/mailKindsOf.ts";
import { GatewayError } from "../../errors.ts";
import { requireMailer } from "./mailInvoice.ts";
import { loadInvoice } from "../invoices/markInvoice.ts";
import type { Gateway } from "../gateway.ts";
import { sentence } from "../../../values/sentence.ts";

/**
 * Sends a message again that was given up, to the address that is known now. Of one that waits, was sent or was dropped
 * nothing changes. Throws GatewayError mail_off, invoice_not_found, mail_not_found, mail_address_missing, invoice_closed.
 */
export async function resendMail(
  gateway: Pick<Gateway, "clock" | "persistence" | "mailer">,
  invoiceId: string,
  mailId: string,
): Promise<void> {
  requireMailer(gateway);
  const { persistence, clock } = gateway;
  const invoice = await loadInvoice(gateway, invoiceId);
  const mail = (await persistence.mails.of([invoiceId])).find(({ id }) => id === mailId);
  if (!mail)
    throw new GatewayError("mail_not_found", sentence("There is no such message about this invoice."));
  if (!isLost(mail)) return;
  const refusal = resendRefusal(mail, {
    invoice,
    recipients: await persistence.mails.recipientsOf(invoiceId),
    at: clock(),
  });
  if (refusal) throw refusal;
  await persistence.mails.queueAgain(mail, clock()).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error; // a concurrent call has queued the same message
  });
}

/** Why a message is not worth sending again; undefined when it is. */
export function resendRefusal(
  { kind, role }: Mail,
  about: Readonly<{ invoice: Invoice; recipients: readonly Recipient[]; at: number }>,
): GatewayError | undefined {
  const recipient = about.recipients.find((one) => one.role === role);
  if (!recipient?.address)
    return new GatewayError("mail_address_missing", sentence("The address was taken back or deleted."));
  if (!mayRead(role, kind))
    return new GatewayError(
      "mail_address_missing",
      sentence("Only the customer's address gets it, and none was given."),
    );
  if (!isStillTrue(kind, about.invoice, about.at))
    return new GatewayError("invoice_closed", sentence("What it says is not true any more."));
  return undefined;
}
