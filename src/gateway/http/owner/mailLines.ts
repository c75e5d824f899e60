import { english, type Translate } from "../../../languages/merchantWords.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { LOST_MAIL_DAYS } from "../../usecases/invoices/countWaiting.ts";
import { resendRefusal } from "../../usecases/mail/resendMail.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { maskedAddress } from "../../domain/mail/emailAddress.ts";
import {
  isLost,
  type Mail,
  type MailKind,
  type MailRole,
  type MailState,
  type StatementMail,
} from "../../domain/mail/mail.ts";
import { DAY_MS } from "../../../values/time.ts";
import { invoicePath, statementPath } from "./paths.ts";
import { messageOf } from "../errors.ts";
import { readableTime } from "./readableTime.ts";

/** The messages about an invoice for its owner: recipient, result, and whether each can be sent again. */
export async function mailLinesOf(
  { persistence, mailer, clock }: Pick<Gateway, "persistence" | "mailer" | "clock">,
  invoice: Invoice,
  tr: Translate,
  zone: string,
) {
  const mails = await persistence.mails.of([invoice.id]);
  const recipients = mails.length > 0 ? await persistence.mails.recipientsOf(invoice.id) : [];
  return mails.map((mail) => {
    const address = recipients.find(({ role }) => role === mail.role)?.address ?? "";
    const refusal = isLost(mail) ? resendRefusal(mail, { invoice, recipients, at: clock() }) : undefined;
    return {
      ...mailLine(mail, tr, zone),
      id: mail.id,
      address: address === "" ? undefined : maskedAddress(address),
      mayAgain: isLost(mail) && mailer !== undefined && !refusal,
      whyNot: refusal && messageOf(refusal, tr),
    };
  });
}

const SHOWN_FOR_MS = LOST_MAIL_DAYS * DAY_MS;
const LISTED = 20;

/** The messages of a store that were given up in the last thirty days, the newest first; `isCut` where there are more. */
export async function lostMailLines(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  storeId: string,
  tr: Translate,
  zone: string,
) {
  const found = await persistence.mails.lost(storeId, clock() - SHOWN_FOR_MS, LISTED + 1);
  const lines = found.slice(0, LISTED).map((mail) => ({ ...mailLine(mail, tr, zone), ...placeOf(mail, tr) }));
  return { lines, isCut: found.length > LISTED };
}

/** "No e-mail was lost" is nothing; else how many, for the overview. */
export function lostWords(
  { lines, isCut }: Awaited<ReturnType<typeof lostMailLines>>,
  tr: Translate,
): string | undefined {
  if (lines.length === 0) return undefined;
  if (isCut) return tr("More than {count} e-mails did not arrive", { count: LISTED });
  return tr(
    { one: "One e-mail did not arrive", other: "{count} e-mails did not arrive" },
    { count: lines.length },
  );
}

/** Where the owner deals with a message, and what it is about. */
function placeOf(mail: Mail | StatementMail, tr: Translate) {
  return mail.kind === "statement"
    ? { page: `${statementPath(mail.storeId, mail.month)}#mail`, about: tr("Month"), name: mail.month }
    : { page: `${invoicePath(mail.invoiceId)}#mail`, about: tr("Invoice"), name: mail.invoiceId };
}

/** A message in words: subject, recipient (`to` by itself, `toWhom` as in "to the customer") and result. */
export function mailLine(mail: Mail | StatementMail, tr: Translate, zone: string) {
  const { kind, state, dueAt, endedAt, error } = mail;
  const role = mail.kind === "statement" ? "accountant" : mail.role;
  return {
    what: tr(KINDS[kind]),
    to: tr(ROLES[role]),
    toWhom: tr(TO_ROLES[role]),
    isLost: isLost(mail),
    state: tr(STATES[state]),
    at: readableTime(endedAt ?? dueAt, zone),
    error: state === "sent" ? undefined : error,
  };
}

const KINDS: Readonly<Record<MailKind | "statement", string>> = {
  invoice: english("The link to pay"),
  reminder: english("The reminder"),
  confirmed: english("The payment is confirmed"),
  underpaid: english("A part is missing"),
  settled: english("The receipt"),
  expired: english("The invoice has expired"),
  refunded: english("The payment was sent back"),
  refund: english("The link of a refund"),
  statement: english("The link to the month"),
};

const ROLES: Readonly<Record<MailRole | "accountant", string>> = {
  customer: english("customer"),
  payer: english("payer"),
  accountant: english("accountant"),
};

const TO_ROLES: Readonly<Record<MailRole | "accountant", string>> = {
  customer: english("to the customer"),
  payer: english("to the payer"),
  accountant: english("to the accountant"),
};

const STATES: Readonly<Record<MailState, string>> = {
  due: english("waits to be sent"),
  sent: english("sent"),
  bounced: english("refused by the mail server"),
  failed: english("given up after two days"),
  dropped: english("not sent"),
};
