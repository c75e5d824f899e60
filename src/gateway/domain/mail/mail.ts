import type { Instant } from "../../../values/time.ts";

/**
 * E-mail about an invoice, and to a store's accountant about a month. What is kept of a message is that it is owed, to whom and
 * what about; its words are written when it is sent, of the invoice as it then is, so that nobody is reminded of what he has paid.
 */

/** Who is written to: the customer that the merchant names, or the payer who left an address on the page. */
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

/** Somebody who is written to about an invoice. This is the only place where the address is kept. */
export type Recipient = Readonly<{
  invoiceId: string;
  storeId: string;
  role: MailRole;
  address: string; // empty once it was taken back
  language: string;
  changes: number; // how often it was given
  at: Instant;
}>;

/** A message that is to be owed. `nth` tells messages of a kind apart: there is one of each to a recipient. */
export type NewMail = Readonly<{
  role: MailRole;
  kind: MailKind;
  nth: string;
  about?: string | undefined; // what else than the invoice: a refund, or the payment that was sent back
  dueAt: Instant;
}>;

/** A message that is owed, or was, whatever it is about. */
export type OwedMail = Readonly<{
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
export type Mail = NewMail & OwedMail & Readonly<{ invoiceId: string }>;

/** One to the accountant of a store, about a month of its books ("2026-11"). The first is owed by itself, others because the owner asks. */
export type StatementMail = OwedMail & Readonly<{ kind: "statement"; month: string; nth: number }>;

/** True of a message that did not arrive, as far as anybody here can see. */
export function isLost({ state }: Pick<OwedMail, "state">): boolean {
  return LOST_STATES.includes(state);
}

/**
 * True when somebody in that role may read a message of that kind. The link of a refund is money to whoever has it, and anybody
 * who opened the checkout may have left an address there: only the customer whom the merchant named gets it.
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
