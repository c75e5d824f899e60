import { createHash } from "node:crypto";
import { z } from "zod";
import { mailboxOf } from "../../domain/mail/emailAddress.ts";
import {
  MAIL_KINDS,
  MAIL_ROLES,
  MAIL_STATES,
  mailId,
  type Mail,
  type MailRole,
  type NewMail,
  type NoticeMail,
  type QueuedMail,
  type Recipient,
  type StatementMail,
} from "../../domain/mail/mail.ts";
import type { Instant } from "../../../values/time.ts";
import { check } from "../invoices/invoiceRows.ts";
import type { Tables } from "../tables.ts";

/** Row formats of messages and recipients, and their conversion. */

type Row = Tables["mails"]["$inferSelect"];
export type NewMailRow = Tables["mails"]["$inferInsert"];

/**
 * The row of a queued message about an invoice: its id is derived from its subject, so that it is queued
 * once.
 */
export function invoiceMailRow(
  { invoiceId, storeId }: Readonly<{ invoiceId: string; storeId: string }>,
  mail: NewMail,
  at: Instant,
): NewMailRow {
  const { role, kind, nth, about = null, dueAt } = mail;
  return {
    id: mailId(invoiceId, mail),
    subject: invoiceId,
    storeId,
    role,
    kind,
    nth,
    about,
    dueAt,
    ...fresh(at),
  };
}

const STATEMENT = { role: "accountant", kind: "statement" } as const;

/** A message about a month that is now owed to the accountant; `nth` counts how often it was asked for. */
export function statementRow(
  about: Pick<StatementMail, "storeId" | "month" | "nth">,
  at: Instant,
): NewMailRow {
  const { storeId, month, nth } = about;
  const subject = statementSubject(about);
  const id = `${subject}.${STATEMENT.role}.${STATEMENT.kind}.${nth}`;
  return { id, subject, storeId, ...STATEMENT, nth: String(nth), about: month, dueAt: at, ...fresh(at) };
}

const NOTICE = { role: "user", kind: "notice" } as const;

/** A message to a user that is now owed. It is of no store: its loss is in no store's inbox. */
export function noticeRow({ id, sealed }: Pick<NoticeMail, "id" | "sealed">, at: Instant): NewMailRow {
  return { id, subject: id, storeId: "", ...NOTICE, nth: "1", about: sealed, dueAt: at, ...fresh(at) };
}

/** What the messages of a store's month have in common. */
export function statementSubject({ storeId, month }: Pick<StatementMail, "storeId" | "month">): string {
  return `${storeId}.${month}`;
}

function fresh(at: Instant) {
  return { state: "due", attempts: 0, leaseUntil: 0, createdAt: at, endedAt: null, error: null };
}

const MARK_DIGITS = 6;

/** By what a mailbox is counted: so short that many have the same, and that it gives no address away. */
export function markOf(address: string): string {
  return createHash("sha256").update(mailboxOf(address)).digest("hex").slice(0, MARK_DIGITS);
}

/** The key of an invoice's recipient in a role. */
export function recipientKey(invoiceId: string, role: string): string {
  return `${invoiceId}.${role}`;
}

/**
 * Throws as `readable` does, for a role that this version does not support; the next three do so for their
 * rows.
 */
export function toRecipient({ key, mark: _, ...row }: Tables["mailRecipients"]["$inferSelect"]): Recipient {
  return { ...row, role: check(z.enum(MAIL_ROLES), row.role, `mail recipient ${key}`) satisfies MailRole };
}

/** A message of any kind. */
export function toAnyMail(row: Row): Mail | StatementMail | NoticeMail {
  return row.kind === NOTICE.kind
    ? { ...toOwed(row), kind: NOTICE.kind, sealed: row.about ?? "" }
    : toStoreMail(row);
}

/** A message about an invoice or about a month. */
export function toStoreMail(row: Row): Mail | StatementMail {
  return row.kind === STATEMENT.kind ? toStatementMail(row) : toMail(row);
}

/** A message about an invoice. */
export function toMail(row: Row): Mail {
  const { subject, nth, about } = row;
  const what = `mail ${row.id}`;
  return {
    ...toOwed(row),
    invoiceId: subject,
    role: check(z.enum(MAIL_ROLES), row.role, what),
    kind: check(z.enum(MAIL_KINDS), row.kind, what),
    nth,
    about: about ?? undefined,
  };
}

/** A message about a month. */
export function toStatementMail(row: Row): StatementMail {
  const nth = check(z.coerce.number().int().positive(), row.nth, `mail ${row.id}`);
  return { ...toOwed(row), kind: STATEMENT.kind, month: row.about ?? "", nth };
}

function toOwed({ id, storeId, state, attempts, dueAt, createdAt, endedAt, error }: Row): QueuedMail {
  return {
    id,
    storeId,
    attempts,
    dueAt,
    createdAt,
    state: check(z.enum(MAIL_STATES), state, `mail ${id}`),
    endedAt: endedAt ?? undefined,
    error: error ?? undefined,
  };
}
