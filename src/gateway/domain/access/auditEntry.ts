import type { Instant } from "../../../values/time.ts";

/** Who did something: a person, an API key, a command, or the server itself. */
export type Actor = Readonly<{ kind: "user" | "key" | "command" | "server"; id: string; name: string }>;

/** A change that an actor made. `before` and `after` hold what changed, without secrets. */
export type AuditEvent = Readonly<{
  at: Instant;
  actor: Actor;
  action: string; // such as "store.changed"
  storeId: string | undefined;
  subject: string | undefined; // what it was done to: an id
  before: unknown;
  after: unknown;
  address: string | undefined; // of the network
}>;

/** An event with its place in the chain: its hash is over its text and the hash before. */
export type AuditEntry = AuditEvent & Readonly<{ seq: number; previousHash: string; hash: string }>;
