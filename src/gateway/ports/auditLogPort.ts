import type { Instant } from "../../values/time.ts";

/** Who did something: a person, an API key, a command, or the server itself. */
export type Actor = Readonly<{ kind: "user" | "key" | "command" | "server"; id: string; name: string }>;

/** A change that somebody made. `before` and `after` hold what changed, without secrets. */
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

export type AuditLogFilter = Readonly<{
  storeId?: string;
  actorId?: string;
  action?: string; // or how it begins, with a dot at the end
  from?: Instant;
  to?: Instant;
  before?: number; // older than that place
  limit: number;
}>;

/** The audit log is only ever appended to. */
export type AuditLog = Readonly<{
  /** Appends at the end of the chain, also while others do. */
  append(event: AuditEvent): Promise<void>;
  /** The newest first. */
  list(filter: AuditLogFilter): Promise<readonly AuditEntry[]>;
  /** In the order of the chain, behind a place. */
  after(seq: number, limit: number): Promise<readonly AuditEntry[]>;
}>;
