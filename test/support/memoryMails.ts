import { ConflictError } from "../../src/database/driver.ts";
import type { Mails, MailWrites } from "../../src/gateway/ports/mailPort.ts";
import { isFinal, type Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import { mailboxOf } from "../../src/gateway/domain/mail/emailAddress.ts";
import { isLost, mailId, type Mail, type QueuedMail, type Recipient, type NoticeMail, type StatementMail } from "../../src/gateway/domain/mail/mail.ts"; // prettier-ignore
import type { Instant } from "../../src/values/time.ts";

export function emptyMails() {
  return {
    recipients: new Map<string, Recipient>(),
    mailboxes: new Map<string, string>(), // of the addresses that were left last, by recipient
    mails: new Map<string, (Mail | StatementMail | NoticeMail) & { leaseUntil: Instant }>(),
  };
}
type Tables = ReturnType<typeof emptyMails>;

const keyOf = (invoiceId: string, role: string) => `${invoiceId}.${role}`;
const byTime = (time: "dueAt" | "createdAt") => (a: QueuedMail, b: QueuedMail) =>
  a[time] - b[time] || (a.id < b.id ? -1 : 1);
const fresh = (at: Instant) => ({ state: "due", attempts: 0, createdAt: at, leaseUntil: 0 }) as const;

/** Keeps whom to write to, and what is owed; a message that is owed already stays as it is. */
export function keepMails(
  { recipients, mailboxes, mails }: Tables,
  { id: invoiceId, storeId }: Readonly<{ id: string; storeId: string }>,
  { recipient, owed }: MailWrites,
  at: Instant,
): void {
  if (recipient) {
    const key = keyOf(invoiceId, recipient.role);
    recipients.set(key, recipient);
    mailboxes.set(key, mailboxOf(recipient.address));
  }
  for (const one of owed) {
    const id = mailId(invoiceId, one);
    if (!mails.has(id)) mails.set(id, { ...one, id, invoiceId, storeId, ...fresh(at) });
  }
}

/** The part of the store port that keeps e-mail, over maps. */
export function memoryMails(
  tables: Tables & Readonly<{ invoices: ReadonlyMap<string, Invoice>; moving: ReadonlySet<string> }>,
): Mails {
  const { recipients, mailboxes, mails, invoices, moving } = tables;
  const all = () => [...mails.values()];
  return {
    keepRecipient: async (recipient, owed, at) =>
      keepMails(tables, { id: recipient.invoiceId, storeId: recipient.storeId }, { recipient, owed }, at),
    async forgetRecipient(invoiceId, role) {
      const known = recipients.get(keyOf(invoiceId, role));
      if (known) recipients.set(keyOf(invoiceId, role), { ...known, address: "" });
    },
    recipientsOf: async (invoiceId) => [...recipients.values()].filter((one) => one.invoiceId === invoiceId),
    countRecipients: async (address, role, since) =>
      [...recipients].filter(([key, one]) => mailboxes.get(key) === mailboxOf(address) && one.role === role && one.at >= since).length,
    queue: async (invoice, owed, at) => keepMails(tables, invoice, { owed }, at),
    of: async (ids) =>
      all().flatMap((one) => (one.kind !== "statement" && one.kind !== "notice" && ids.includes(one.invoiceId) ? [one] : [])).toSorted(byTime("createdAt")),
    async queueStatement({ storeId, month, nth }, at) {
      const id = `${storeId}.${month}.accountant.statement.${nth}`;
      if (!mails.has(id)) mails.set(id, { id, kind: "statement", storeId, month, nth, dueAt: at, ...fresh(at) });
    },
    ofStatement: async (storeId, month) =>
      all()
        .flatMap((one) => (one.kind === "statement" && one.storeId === storeId && one.month === month ? [one] : []))
        .toSorted(byTime("createdAt")),
    lost: async (storeId, since, limit) =>
      all()
        .flatMap((one) => (one.kind === "notice" ? [] : [one]))
        .filter((one) => one.storeId === storeId && isLost(one) && (one.endedAt ?? 0) >= since)
        .toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
        .slice(0, limit),
    async queueNotice({ id, sealed }, at) {
      if (!mails.has(id)) mails.set(id, { id, kind: "notice", storeId: "", sealed, dueAt: at, ...fresh(at) });
    },
    async queueAgain({ id, attempts }, at) {
      const mail = mails.get(id);
      if (!mail || mail.attempts !== attempts || !isLost(mail)) throw new ConflictError("Somebody else has dealt with it.");
      mails.set(id, { ...mail, state: "due", attempts: 0, dueAt: at, leaseUntil: 0, endedAt: undefined, error: undefined });
    },
    async claim(at, leaseMs, limit) {
      const free = all().filter((one) => one.state === "due" && one.dueAt <= at && one.leaseUntil <= at);
      const ours = free.toSorted(byTime("dueAt")).slice(0, limit);
      for (const one of ours) one.leaseUntil = at + leaseMs;
      return ours.map((one) => (one.kind === "statement" || one.kind === "notice" ? one : { ...one, recipient: recipients.get(keyOf(one.invoiceId, one.role)) }));
    },
    async release(list) {
      for (const { id } of list) Object.assign(mails.get(id) ?? {}, { leaseUntil: 0 });
    },
    async finish({ id, attempts }, { state, dueAt, at, error }) {
      const mail = mails.get(id);
      if (mail?.attempts !== attempts || mail.state !== "due") throw new ConflictError("Somebody else has dealt with it.");
      const endedAt = state === "due" ? undefined : at;
      mails.set(id, { ...mail, state, dueAt, error, endedAt, attempts: attempts + 1, leaseUntil: 0 });
    },
    async forgetAddresses(storeId, endedBefore) {
      const isOver = (id: string) => {
        const invoice = invoices.get(id);
        return invoice !== undefined && isFinal(invoice.state) && !moving.has(id) && invoice.terms.expiresAt < endedBefore;
      };
      const over = [...recipients].filter(([, one]) => one.storeId === storeId && isOver(one.invoiceId));
      for (const [key] of over) recipients.delete(key);
      return over.length;
    },
  };
} // prettier-ignore
