import type { InvoiceEvent } from "../../domain/invoices/events.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { MAIL_ROLES, mailId, mayRead, type NewMail, type Recipient } from "../../domain/mail/mail.ts";
import { mailKindsOf, newsOfIssue } from "../../domain/mail/mailKindsOf.ts";
import type { MailWrites } from "../../ports/mailPort.ts";
import type { PayoutWrites } from "../../ports/payoutPort.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/** The recipient that a merchant wants an invoice mailed to. */
export type MailTo = Readonly<{ address: string; language: string }>;

/** The messages for the customer of an invoice that is being issued; empty without a recipient. */
export function mailAtIssue(
  invoice: Invoice,
  { settings }: MerchantStore,
  to: MailTo | undefined,
): MailWrites | undefined {
  if (!to) return undefined;
  const { id: invoiceId, storeId, terms } = invoice;
  const recipient: Recipient = {
    invoiceId,
    storeId,
    role: "customer",
    ...to,
    changes: 0,
    at: terms.createdAt,
  };
  return { recipient, owed: newsOfIssue(invoice, settings.mail.remindMinutes) };
}

/** The messages for an invoice's recipients after these events; each message once. */
export async function mailAfter(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  invoice: Invoice,
  events: readonly InvoiceEvent[],
): Promise<MailWrites | undefined> {
  const news = mailKindsOf(invoice, events, clock());
  if (news.length === 0) return undefined;
  const owed = await notYetQueued(persistence, invoice.id, news);
  return owed.length > 0 ? { owed } : undefined;
}

/** What is owed when the merchant offers a refund: the link to claim it, to the customer. */
export async function mailOfRefund(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  invoice: Invoice,
  pullPaymentId: string,
): Promise<PayoutWrites["mail"]> {
  const at = clock();
  const one = { kind: "refund", nth: pullPaymentId, about: pullPaymentId, dueAt: at } as const;
  const wanted = MAIL_ROLES.filter((role) => mayRead(role, one.kind)).map((role) => ({ ...one, role }));
  const owed = await notYetQueued(persistence, invoice.id, wanted);
  return owed.length > 0 ? { invoice, owed, at } : undefined;
}

/** The messages that have a recipient and are not queued yet. One address gets each kind of message once. */
export async function notYetQueued(
  persistence: Gateway["persistence"],
  invoiceId: string,
  news: readonly NewMail[],
): Promise<readonly NewMail[]> {
  const recipients = (await persistence.mails.recipientsOf(invoiceId)).filter(
    ({ address }) => address !== "",
  );
  if (recipients.length === 0) return [];
  const known = new Set((await persistence.mails.of([invoiceId])).map(({ id }) => id));
  const wanted = news.filter((one) => isFor(one, recipients, news));
  const fresh = wanted.filter((one) => !known.has(mailId(invoiceId, one)));
  return [...new Map(fresh.map((one) => [mailId(invoiceId, one), one])).values()]; // two events may be the same news
}

function isFor(
  { role, kind, nth }: NewMail,
  recipients: readonly Recipient[],
  news: readonly NewMail[],
): boolean {
  const own = recipients.find((one) => one.role === role);
  if (!own) return false;
  const other = recipients.find(
    (one) => one !== own && one.address.toLowerCase() === own.address.toLowerCase(),
  );
  const isTwice =
    other && news.some((one) => one.role === other.role && one.kind === kind && one.nth === nth);
  return !(isTwice && role === "payer");
}
