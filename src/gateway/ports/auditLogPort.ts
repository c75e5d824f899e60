import type { Instant } from "../../values/time.ts";
import type { AuditEntry, AuditEvent } from "../domain/access/auditEntry.ts";

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
