import type { Mail, MailRole, MailState, NewMail, OwedMail, Recipient, StatementMail } from "../domain/mail/mail.ts"; // prettier-ignore
import type { Instant } from "../../values/time.ts";

/** One message as it goes out. `to` is a checked address, `id` the same for every attempt; the rest is text of ours. */
export type MailMessage = Readonly<{
  id: string;
  fromName: string;
  to: string;
  replyTo: string | undefined;
  language: string;
  subject: string;
  text: string;
  html: string;
}>;

/**
 * What came of sending: taken by the mail server; refused for good (the recipient, or this very message); or neither, with
 * nothing known or a server that has to be asked again. `isDown` says that the next message would fare no better.
 */
export type MailOutcome =
  | Readonly<{ kind: "taken" }>
  | Readonly<{ kind: "refused"; reason: string }>
  | Readonly<{ kind: "later"; reason: string; isDown: boolean }>;

/** Sends e-mail. Never throws for what the other side does, and answers within a deadline. */
export type Mailer = Readonly<{ send(message: MailMessage): Promise<MailOutcome> }>;

/** Messages that are owed to somebody new, or to those who are known, written with what they tell of. */
export type MailWrites = Readonly<{ recipient?: Recipient | undefined; owed: readonly NewMail[] }>;

/** A message about an invoice to be sent now, and where to; without an address there is nobody to send it to any more. */
export type ClaimedInvoiceMail = Mail & Readonly<{ recipient: Recipient | undefined }>;

/** Any message to be sent now. Where an accountant is written to, the store's settings say. */
export type ClaimedMail = ClaimedInvoiceMail | StatementMail;

export type MailResult = Readonly<{
  state: MailState;
  dueAt: Instant;
  at: Instant;
  error?: string | undefined;
}>;

/** What is kept of e-mail. Every method is one commit or one read (storePort.ts). A message that is owed already stays as it is. */
export type Mails = Readonly<{
  /** Keeps whom to write to, in the place of whoever was there, and owes these messages. */
  keepRecipient(recipient: Recipient, owed: readonly NewMail[], at: Instant): Promise<void>;
  /** Takes the address away, and keeps how often one was given, and the mailbox for counting. */
  forgetRecipient(invoiceId: string, role: MailRole): Promise<void>;
  recipientsOf(invoiceId: string): Promise<readonly Recipient[]>;
  /** At how many invoices an address of this mailbox was left in that role since then, also where it was taken back. */
  countRecipients(address: string, role: MailRole, since: Instant): Promise<number>;
  oweMails(
    invoice: Readonly<{ id: string; storeId: string }>,
    owed: readonly NewMail[],
    at: Instant,
  ): Promise<void>;
  /** The messages about some invoices, in the order in which they were owed. */
  mailsOf(invoiceIds: readonly string[]): Promise<readonly Mail[]>;
  /** Owes an accountant the message about a month that is the `nth` about it. */
  oweStatement(about: Pick<StatementMail, "storeId" | "month" | "nth">, at: Instant): Promise<void>;
  /** The messages about a month of a store, in the order in which they were owed. */
  statementMails(storeId: string, month: string): Promise<readonly StatementMail[]>;
  /** Those of a store that were given up since then, the newest first. */
  lostMails(storeId: string, since: Instant, limit: number): Promise<readonly (Mail | StatementMail)[]>;
  /** Owes one once more that was given up, as if it were new. Throws ConflictError when it has been dealt with meanwhile. */
  oweAgain(lost: OwedMail, at: Instant): Promise<void>;
  claimMails(at: Instant, leaseMs: number, limit: number): Promise<readonly ClaimedMail[]>;
  /** Gives back what was claimed and not sent. */
  releaseMails(mails: readonly OwedMail[]): Promise<void>;
  /** Keeps what came of an attempt. Throws ConflictError when another one has ended before. */
  finishMail(mail: OwedMail, result: MailResult): Promise<void>;
  /** Forgets the addresses of a store's invoices that have ended before that; gives how many. */
  forgetAddresses(storeId: string, endedBefore: Instant): Promise<number>;
}>;
