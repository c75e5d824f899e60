import { sql } from "drizzle-orm";
import type { Columns } from "../../../database/columns.ts";

/**
 * E-mail: the recipients of invoices, and the messages queued to them and to accountants. Addresses are
 * deleted after their retention time.
 */
export function defineMailTables(c: Columns) {
  return {
    mailRecipients: c.table(
      "mail_recipients",
      {
        key: c.text("key").primaryKey(), // "<invoice>.<role>"
        invoiceId: c.text("invoice_id"),
        storeId: c.text("store_id"),
        role: c.text("role"), // customer | payer
        address: c.text("address"),
        mark: c.text("mark").default(""), // of the mailbox (mails.ts); it stays when the address is taken back
        language: c.text("language"),
        changes: c.count("changes"),
        at: c.instant("at"),
      },
      (t) => [
        c.index("mail_recipients_by_invoice").on(t.invoiceId),
        c.index("mail_recipients_by_store").on(t.storeId),
        c.index("mail_recipients_by_mark").on(t.mark, t.at),
      ],
    ),

    /** One row a message. It names no address: that is looked up when it is sent. */
    mails: c.table(
      "mails",
      {
        id: c.text("id").primaryKey(), // "<subject>.<role>.<kind>.<nth>"
        subject: c.text("invoice_id"), // an invoice; of a statement "<store>.<month>"
        storeId: c.text("store_id"),
        role: c.text("role"),
        kind: c.text("kind"),
        nth: c.text("nth"),
        about: c.optionalText("about"),
        state: c.text("state"), // due | sent | bounced | failed | dropped
        attempts: c.count("attempts"),
        dueAt: c.instant("due_at"),
        leaseUntil: c.instant("lease_until"),
        createdAt: c.instant("created_at"),
        endedAt: c.optionalInstant("ended_at"),
        error: c.optionalText("error"), // the server's answer, without addresses
      },
      (t) => [
        c
          .index("mails_due")
          .on(t.dueAt, t.id)
          .where(sql`state = 'due'`),
        c.index("mails_by_invoice").on(t.subject),
        c
          .index("mails_lost")
          .on(t.storeId, t.endedAt)
          .where(sql`state in ('bounced', 'failed')`),
      ],
    ),
  };
}
