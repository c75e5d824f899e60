import type { Instant } from "../../../values/time.ts";

/**
 * E-mail about an invoice, and to a store's accountant about a month. A message is stored as queued, with recipient and subject;
 * its text is rendered when it is sent, from the invoice as it is then, so that no reminder reaches a payer after the payment.
 */

/**
 * The recipient's role: the customer that the merchant names, or the payer who left an address on the page.
 */
export const MAIL_ROLES = ["customer", "payer"] as const;
export type MailRole = (typeof MAIL_ROLES)[number];

export const MAIL_KINDS = [
  "invoice", // the link to pay, because the merchant asks for it
  "reminder", // once, before the price promise ends
  "confirmed", // the payment is in a block and is being converted
  "underpaid", // a part was paid, and the rest is still taken
  "settled", // with the link of the receipt
  "expired",
  "refunded", // by the service, by itself
  "refund", // the merchant offers one, with the link to claim it
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 *        taken                    for good
 *   due ───────► sent      due ───────────► bounced   the mail server refuses the recipient or the message
 *    └──► dropped                  └──► failed        two days have passed without an answer to rely on
 *         it is not true any more, or there is no address
 */
export const MAIL_STATES = ["due", "sent", "bounced", "failed", "dropped"] as const;
export type MailState = (typeof MAIL_STATES)[number];
export const LOST_STATES: readonly MailState[] = ["bounced", "failed"];

/** The most that a store can want: how long before the price promise ends it reminds, and for how long it keeps addresses. */
export const MOST_REMINDER_MINUTES = 525_600; // a year
export const MOST_ADDRESS_DAYS = 3_650;

/** A recipient of messages about an invoice. The address is stored only here. */
export type Recipient = Readonly<{
  invoiceId: string;
  storeId: string;
  role: MailRole;
  address: string; // empty once it was taken back
  language: string;
  changes: number; // how often it was given
  at: Instant;
}>;

/** A message to be queued. `nth` distinguishes messages of a kind: there is one of each to a recipient. */
export type NewMail = Readonly<{
  role: MailRole;
  kind: MailKind;
  nth: string;
  about?: string | undefined; // what else than the invoice: a refund, or the payment that was sent back
  dueAt: Instant;
}>;

/** A message that is queued, or was, of any kind. */
export type QueuedMail = Readonly<{
  id: string; // "<invoice>.<role>.<kind>.<nth>": the same message is owed once
  storeId: string;
  state: MailState;
  attempts: number;
  dueAt: Instant;
  createdAt: Instant;
  endedAt?: Instant | undefined; // when it was sent, or given up
  error?: string | undefined; // why the last attempt came to nothing; it has no address in it
}>;

/** One about an invoice. */
export type Mail = NewMail & QueuedMail & Readonly<{ invoiceId: string }>;

/** One to the accountant of a store, about a month of its books ("2026-11"). The first is owed by itself, others because the owner asks. */
export type StatementMail = QueuedMail & Readonly<{ kind: "statement"; month: string; nth: number }>;

/** One to a user of the owner's pages, or to a person who is invited there. `sealed` has the address and the text. */
export type NoticeMail = QueuedMail & Readonly<{ kind: "notice"; sealed: string }>;

/** True for a message that did not arrive, as far as is known here. */
export function isLost({ state }: Pick<QueuedMail, "state">): boolean {
  return LOST_STATES.includes(state);
}

/**
 * True when a recipient in that role may read a message of that kind. The link of a refund is money to its
 * holder, and any visitor of the checkout may have left an address there: only the customer named by the
 * merchant gets it.
 */
export function mayRead(role: MailRole, kind: MailKind): boolean {
  return kind !== "refund" || role === "customer";
}

/** Names a message among all messages. */
export function mailId(
  invoiceId: string,
  { role, kind, nth }: Pick<NewMail, "role" | "kind" | "nth">,
): string {
  return `${invoiceId}.${role}.${kind}.${nth}`;
}
