import type {
  Mail,
  MailRole,
  MailState,
  NewMail,
  NoticeMail,
  QueuedMail,
  Recipient,
  StatementMail,
} from "../domain/mail/mail.ts";
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
 * The result of sending: accepted by the mail server; refused permanently (the recipient, or this message);
 * or neither, after an unknown result or a temporary error. `isDown` means that the next message would fail
 * too.
 */
export type MailOutcome =
  | Readonly<{ kind: "taken" }>
  | Readonly<{ kind: "refused"; reason: string }>
  | Readonly<{ kind: "later"; reason: string; isDown: boolean }>;

/** Sends e-mail. Never throws for what the other side does, and answers within a deadline. */
export type Mailer = Readonly<{ send(message: MailMessage): Promise<MailOutcome> }>;

/** Messages to a new recipient, or to known ones, written in the commit of what they announce. */
export type MailWrites = Readonly<{ recipient?: Recipient | undefined; owed: readonly NewMail[] }>;

/** A message about an invoice to be sent now, with its recipient; without one it is dropped. */
export type ClaimedInvoiceMail = Mail & Readonly<{ recipient: Recipient | undefined }>;

/** Any message to be sent now. The store's settings name the accountant. */
export type ClaimedMail = ClaimedInvoiceMail | StatementMail | NoticeMail;

export type MailResult = Readonly<{
  state: MailState;
  dueAt: Instant;
  at: Instant;
  error?: string | undefined;
}>;

/**
 * E-mail storage. Every method is one commit or one read (persistencePort.ts). A message that is queued already
 * stays as it was.
 */
export type Mails = Readonly<{
  /** Replaces the recipient of a role, and queues these messages. */
  keepRecipient(recipient: Recipient, owed: readonly NewMail[], at: Instant): Promise<void>;
  /** Takes the address away, and keeps how often one was given, and the mailbox for counting. */
  forgetRecipient(invoiceId: string, role: MailRole): Promise<void>;
  recipientsOf(invoiceId: string): Promise<readonly Recipient[]>;
  /** At how many invoices an address of this mailbox was left in that role since then, also where it was taken back. */
  countRecipients(address: string, role: MailRole, since: Instant): Promise<number>;
  queue(
    invoice: Readonly<{ id: string; storeId: string }>,
    owed: readonly NewMail[],
    at: Instant,
  ): Promise<void>;
  /** The messages about some invoices, in the order in which they were owed. */
  of(invoiceIds: readonly string[]): Promise<readonly Mail[]>;
  /** Owes an accountant the message about a month that is the `nth` about it. */
  queueStatement(about: Pick<StatementMail, "storeId" | "month" | "nth">, at: Instant): Promise<void>;
  /** The messages about a month of a store, in the order in which they were owed. */
  ofStatement(storeId: string, month: string): Promise<readonly StatementMail[]>;
  /** Owes a user a message. Each has another id. */
  queueNotice(notice: Pick<NoticeMail, "id" | "sealed">, at: Instant): Promise<void>;
  /** Those of a store that were given up since then, the newest first. */
  lost(storeId: string, since: Instant, limit: number): Promise<readonly (Mail | StatementMail)[]>;
  /** Owes one once more that was given up, as if it were new. Throws ConflictError when it has been dealt with meanwhile. */
  queueAgain(lost: QueuedMail, at: Instant): Promise<void>;
  claim(at: Instant, leaseMs: number, limit: number): Promise<readonly ClaimedMail[]>;
  /** Gives back what was claimed and not sent. */
  release(mails: readonly QueuedMail[]): Promise<void>;
  /** Keeps what came of an attempt. Throws ConflictError when another one has ended before. */
  finish(mail: QueuedMail, result: MailResult): Promise<void>;
  /** Forgets the addresses of a store's invoices that have ended before that; gives how many. */
  forgetAddresses(storeId: string, endedBefore: Instant): Promise<number>;
}>;
