import type { Columns } from "../../../database/columns.ts";

/** What users are told in the owner's pages, and which of them have approved a large payout. */
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
