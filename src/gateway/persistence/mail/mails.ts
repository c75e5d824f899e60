import { and, asc, count, desc, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import type { Write } from "../../../database/driver.ts";
import { preparedRead } from "../../../database/prepared.ts";
import type { Mails, MailWrites } from "../../ports/mailPort.ts";
import { LOST_STATES } from "../../domain/mail/mail.ts";
import type { Instant } from "../../../values/time.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import {
  invoiceMailRow,
  markOf,
  noticeRow,
  recipientKey,
  statementRow,
  statementSubject,
  toAnyMail,
  toMail,
  toRecipient,
  toStatementMail,
  toStoreMail,
  type NewMailRow,
} from "./mailRows.ts";

const LOST = [...LOST_STATES];

/** E-mail: recipients, and the messages queued to them. Found by due rows, as webhooks are. */
export function mailQueries(context: PersistenceContext): Mails {
  const { database, db, t } = context;
  const { mailRecipients: recipients, mails, invoices } = t;
  const byInvoice = preparedRead("mail_recipients_of_invoice", () =>
    db
      .select()
      .from(recipients)
      .where(eq(recipients.invoiceId, sql.placeholder("invoiceId"))),
  );
  return {
    ...sending(context),

    keepRecipient: (recipient, owed, at) => {
      const { invoiceId: id, storeId } = recipient;
      return database.commit(mailWrites(context, { id, storeId }, { recipient, owed }, at));
    },

    async forgetRecipient(invoiceId, role) {
      const key = recipientKey(invoiceId, role);
      const isIts = eq(recipients.key, key);
      await db.update(recipients).set({ address: "" }).where(isIts).returning({ key: recipients.key });
    },

    recipientsOf: async (invoiceId) => (await byInvoice({ invoiceId })).map(toRecipient),

    async countRecipients(address, role, since) {
      const isTheirs = and(
        eq(recipients.mark, markOf(address)),
        eq(recipients.role, role),
        gte(recipients.at, since),
      );
      const [row] = await db.select({ found: count() }).from(recipients).where(isTheirs);
      return row?.found ?? 0;
    },

    queue: (invoice, owed, at) => database.commit(mailWrites(context, invoice, { owed }, at)),

    async of(invoiceIds) {
      if (invoiceIds.length === 0) return [];
      const isTheirs = inArray(mails.subject, [...invoiceIds]);
      const rows = await db.select().from(mails).where(isTheirs).orderBy(asc(mails.createdAt), asc(mails.id));
      return readable(context, rows, toMail);
    },

    queueStatement: (about, at) => database.commit([oweWrite(context, statementRow(about, at))]),

    async ofStatement(storeId, month) {
      const isIts = eq(mails.subject, statementSubject({ storeId, month }));
      const rows = await db.select().from(mails).where(isIts).orderBy(asc(mails.createdAt), asc(mails.id));
      return readable(context, rows, toStatementMail);
    },

    async lost(storeId, since, limit) {
      const isLost = and(eq(mails.storeId, storeId), inArray(mails.state, LOST), gte(mails.endedAt, since));
      const rows = await db.select().from(mails).where(isLost).orderBy(desc(mails.endedAt)).limit(limit);
      return readable(context, rows, toStoreMail);
    },

    queueNotice: (notice, at) => database.commit([oweWrite(context, noticeRow(notice, at))]),

    queueAgain: ({ id, attempts }, at) => {
      const isAsRead = and(eq(mails.id, id), eq(mails.attempts, attempts), inArray(mails.state, LOST));
      const anew = { state: "due", attempts: 0, dueAt: at, leaseUntil: 0, endedAt: null, error: null };
      return database.commit([
        one((tx) => tx.update(mails).set(anew).where(isAsRead).returning({ id: mails.id }), dealtWith(id)),
      ]);
    },

    async forgetAddresses(storeId, endedBefore) {
      const isOver = and(
        ...[eq(invoices.storeId, storeId), inArray(invoices.state, ["Settled", "Expired", "Invalid"])],
        ...[
          eq(invoices.moving, false),
          lt(invoices.changedAt, endedBefore),
          lt(invoices.expiresAt, endedBefore),
        ],
      );
      const over = db.select({ id: invoices.id }).from(invoices).where(isOver);
      const isTheirs = and(eq(recipients.storeId, storeId), inArray(recipients.invoiceId, over));
      return (await db.delete(recipients).where(isTheirs).returning({ key: recipients.key })).length;
    },
  };
}

function sending(context: PersistenceContext): Pick<Mails, "claim" | "release" | "finish"> {
  const { database, db, t } = context;
  const { mailRecipients: recipients, mails } = t;
  const isFree = (at: Instant) =>
    and(eq(mails.state, "due"), lte(mails.dueAt, at), lte(mails.leaseUntil, at));
  return {
    async claim(at, leaseMs, limit) {
      const due = db
        .select({ id: mails.id })
        .from(mails)
        .where(isFree(at))
        .orderBy(asc(mails.dueAt), asc(mails.id))
        .limit(limit);
      const claimed = await db
        .update(mails)
        .set({ leaseUntil: at + leaseMs })
        .where(and(inArray(mails.id, sql`(${due} ${database.skipLocked})`), isFree(at)))
        .returning();
      const won = claimed.toSorted((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1));
      const keys = [...new Set(won.map(({ subject, role }) => recipientKey(subject, role)))];
      const found =
        keys.length === 0 ? [] : await db.select().from(recipients).where(inArray(recipients.key, keys));
      const known = new Map(found.map((row) => [row.key, toRecipient(row)]));
      return readable(context, won, (row) => {
        const mail = toAnyMail(row);
        if (mail.kind === "statement" || mail.kind === "notice") return mail;
        return { ...mail, recipient: known.get(recipientKey(row.subject, row.role)) };
      });
    },

    async release(list) {
      const ids = list.map(({ id }) => id);
      if (ids.length === 0) return;
      await db.update(mails).set({ leaseUntil: 0 }).where(inArray(mails.id, ids)).returning({ id: mails.id });
    },

    finish: ({ id, attempts }, { state, dueAt, at, error = null }) => {
      const isAsRead = and(eq(mails.id, id), eq(mails.attempts, attempts), eq(mails.state, "due"));
      const endedAt = state === "due" ? null : at;
      const after = { state, dueAt, error, endedAt, attempts: attempts + 1, leaseUntil: 0 };
      return database.commit([
        one((tx) => tx.update(mails).set(after).where(isAsRead).returning({ id: mails.id }), dealtWith(id)),
      ]);
    },
  };
}

/** What is written with an invoice's change, or alone. */
export function mailWrites(
  context: PersistenceContext,
  { id: invoiceId, storeId }: Readonly<{ id: string; storeId: string }>,
  { recipient, owed }: MailWrites,
  at: Instant,
): readonly Write[] {
  const { mailRecipients: recipients } = context.t;
  const row = recipient && {
    ...recipient,
    mark: markOf(recipient.address),
    key: recipientKey(invoiceId, recipient.role),
  };
  return [
    ...(row
      ? [
          one((tx) =>
            tx
              .insert(recipients)
              .values(row)
              .onConflictDoUpdate({ target: recipients.key, set: row })
              .returning({ key: recipients.key }),
          ),
        ]
      : []),
    ...owed.map((mail) => oweWrite(context, invoiceMailRow({ invoiceId, storeId }, mail, at))),
  ];
}

/** A message that is queued already stays unchanged: e-mail must never fail the commit that it belongs to. */
function oweWrite({ t: { mails } }: PersistenceContext, row: NewMailRow): Write {
  return one((tx) =>
    tx
      .insert(mails)
      .values(row)
      .onConflictDoUpdate({ target: mails.id, set: { id: row.id } })
      .returning({ id: mails.id }),
  );
}

function dealtWith(id: string): string {
  return `Message ${id} has been changed by another call.`;
}
