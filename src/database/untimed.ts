/** What the log says where a pooler stands in between and the role has no timeouts. */
export const UNTIMED =
  "Behind a pooler the timeouts must be those of the role, and it has none of these: a query that waits for ever would hold its connection. Set them with ALTER ROLE … SET (docs/how-to/pgbouncer.md).";
