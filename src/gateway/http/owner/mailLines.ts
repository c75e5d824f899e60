import type { Gateway } from "../../usecases/gateway.ts";
import { LOST_MAIL_DAYS } from "../../usecases/invoices/countWaiting.ts";
import { resendRefusal } from "../../usecases/mail/resendMail.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { maskedAddress } from "../../domain/mail/emailAddress.ts";
import {
  isLost,
  type Mail,
  type MailKind,
  type MailState,
  type StatementMail,
} from "../../domain/mail/mail.ts";
import { DAY_MS } from "../../../values/time.ts";
import { invoicePath, statementPath } from "./paths.ts";
import { readableTime } from "./readableTime.ts";

/** The messages about an invoice for its owner: recipient, result, and whether each can be sent again. */
export async function mailLinesOf(
  { persistence, mailer, clock }: Pick<Gateway, "persistence" | "mailer" | "clock">,
  invoice: Invoice,
) {
  const mails = await persistence.mails.of([invoice.id]);
  const recipients = mails.length > 0 ? await persistence.mails.recipientsOf(invoice.id) : [];
  return mails.map((mail) => {
    const address = recipients.find(({ role }) => role === mail.role)?.address ?? "";
    const refusal = isLost(mail) ? resendRefusal(mail, { invoice, recipients, at: clock() }) : undefined;
    return {
      ...mailLine(mail),
      id: mail.id,
      address: address === "" ? undefined : maskedAddress(address),
      mayAgain: isLost(mail) && mailer !== undefined && !refusal,
      whyNot: refusal?.message,
    };
  });
}

const SHOWN_FOR_MS = LOST_MAIL_DAYS * DAY_MS;
const LISTED = 20;

/** The messages of a store that were given up in the last thirty days, the newest first; `isCut` where there are more. */
export async function lostMailLines(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  storeId: string,
) {
  const found = await persistence.mails.lost(storeId, clock() - SHOWN_FOR_MS, LISTED + 1);
  const lines = found.slice(0, LISTED).map((mail) => ({ ...mailLine(mail), ...placeOf(mail) }));
  return { lines, isCut: found.length > LISTED };
}

/** "No e-mail was lost" is nothing; else how many, for the overview. */
export function lostWords({ lines, isCut }: Awaited<ReturnType<typeof lostMailLines>>): string | undefined {
  if (lines.length === 0) return undefined;
  if (isCut) return `More than ${LISTED} e-mails did not arrive`;
  return lines.length === 1 ? "One e-mail did not arrive" : `${lines.length} e-mails did not arrive`;
}

/** Where the owner deals with a message, and what it is about. */
function placeOf(mail: Mail | StatementMail) {
  return mail.kind === "statement"
    ? { page: `${statementPath(mail.storeId, mail.month)}#mail`, about: "Month", name: mail.month }
    : { page: `${invoicePath(mail.invoiceId)}#mail`, about: "Invoice", name: mail.invoiceId };
}

/** A message in words: subject, recipient and result. */
export function mailLine(mail: Mail | StatementMail) {
  const { kind, state, dueAt, endedAt, error } = mail;
  return {
    what: KINDS[kind],
    to: mail.kind === "statement" ? "accountant" : mail.role,
    isLost: isLost(mail),
    state: STATES[state],
    at: readableTime(endedAt ?? dueAt),
    error: state === "sent" ? undefined : error,
  };
}

const KINDS: Readonly<Record<MailKind | "statement", string>> = {
  invoice: "The link to pay",
  reminder: "The reminder",
  confirmed: "The payment is confirmed",
  underpaid: "A part is missing",
  settled: "The receipt",
  expired: "The invoice has expired",
  refunded: "The payment was sent back",
  refund: "The link of a refund",
  statement: "The link to the month",
};

const STATES: Readonly<Record<MailState, string>> = {
  due: "waits to be sent",
  sent: "sent",
  bounced: "refused by the mail server",
  failed: "given up after two days",
  dropped: "not sent",
};
