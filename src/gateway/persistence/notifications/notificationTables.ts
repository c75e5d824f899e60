import type { Columns } from "../../../database/columns.ts";

/** What users are told in the owner's pages and by web push, and which of them have approved a large payout. */
export function defineNotificationTables(c: Columns) {
  return {
    notifications: c.table(
      "notifications",
      {
        id: c.text("id").primaryKey(),
        userId: c.text("user_id"),
        key: c.text("key"), // "<kind>.<subject>": a user is told of each thing once
        kind: c.text("kind"),
        storeId: c.optionalText("store_id"),
        subject: c.text("subject"), // the id of what it is about
        body: c.text("body"),
        link: c.text("link"), // the path of the page where something can be done about it
        at: c.instant("at"),
        seenAt: c.optionalInstant("seen_at"),
      },
      (t) => [
        c.unique("notifications_once").on(t.userId, t.key),
        c.index("notifications_by_user").on(t.userId, t.at, t.id),
      ],
    ),

    /** Browsers that show notifications of their user. */
    pushDevices: c.table(
      "push_devices",
      {
        id: c.text("id").primaryKey(), // SHA-256 of the endpoint, hex: a browser has one
        userId: c.text("user_id"),
        sessionDigest: c.text("session_digest"), // the session that it ends with; one that expires leaves it
        passwordAt: c.instant("password_at"), // of the user's password then
        browserId: c.optionalText("browser_id"), // by which the next session of the browser takes it over
        sealed: c.text("sealed"), // endpoint and keys
        agent: c.text("agent"), // what the browser says that it is
        createdAt: c.instant("created_at"),
        lastUsedAt: c.optionalInstant("last_used_at"),
        problem: c.optionalText("problem"), // why the last message was not taken
      },
      (t) => [
        c.index("push_devices_by_user").on(t.userId, t.createdAt),
        c.index("push_devices_by_session").on(t.sessionDigest),
      ],
    ),

    /** Messages that are still to be sent. The text is written when it is sent. */
    pushMessages: c.table(
      "push_messages",
      {
        id: c.text("id").primaryKey(), // "<notification>.<device>"
        notificationId: c.text("notification_id"),
        deviceId: c.text("device_id"),
        kind: c.text("kind"),
        storeId: c.optionalText("store_id"),
        link: c.text("link"),
        createdAt: c.instant("created_at"),
        dueAt: c.instant("due_at"),
        attempts: c.count("attempts"),
        leaseUntil: c.instant("lease_until"),
      },
      (t) => [c.index("push_messages_due").on(t.dueAt, t.id)],
    ),

    payoutApprovals: c.table(
      "payout_approvals",
      {
        payoutId: c.text("payout_id"),
        userId: c.text("user_id"),
        userName: c.text("user_name"),
        revision: c.count("revision"), // of the payout, as it was looked at
        at: c.instant("at"),
        aloneAt: c.optionalInstant("alone_at"), // when it approved the payout without a second person
      },
      (t) => [
        c.primaryKey({ columns: [t.payoutId, t.userId] }),
        c.index("payout_approvals_alone").on(t.userId, t.aloneAt),
      ],
    ),
  };
}
