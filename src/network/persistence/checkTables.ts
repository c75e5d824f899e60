import type { Columns } from "../../database/columns.ts";

/** What was asked before payments of requests, and what the operator decided. */
export const defineCheckTables = (c: Columns) => ({
  /**
   * The latest check of a request's fill or refund. state: clear, unanswered (nothing is paid until there is an answer), held
   * (until the operator decides), served or refunded (as the operator decided). Never removed.
   */
  checks: c.table(
    "network_checks",
    {
      requestId: c.text("request_id"),
      purpose: c.text("purpose"), // fill or refund
      kind: c.text("kind"), // screening
      version: c.count("version"),
      state: c.text("state"),
      subject: c.text("subject"), // what was asked about; an answer counts for nothing else
      addresses: c.json("addresses"),
      source: c.optionalText("source"), // who gave the answer: list, service, …
      reason: c.optionalText("reason"), // why it is held, or why there was no answer
      since: c.instant("since"), // for how long it has been in this state
      checkedAt: c.instant("checked_at"),
      decidedAt: c.optionalInstant("decided_at"),
      decidedBy: c.optionalText("decided_by"), // the name that a person gave
      decidedWhy: c.optionalText("decided_why"),
    },
    (t) => [
      c.primaryKey({ columns: [t.requestId, t.purpose, t.kind] }),
      c.index("network_checks_state").on(t.state, t.since),
    ],
  ),
});
