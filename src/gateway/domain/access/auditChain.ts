import { createHash } from "node:crypto";
import type { AuditEntry, AuditEvent } from "./auditEntry.ts";

/** What the first entry has in the place of the hash before. */
export const CHAIN_START = "0".repeat(64);

/**
 * The hash of an entry, SHA-256 as hex: over its place, the hash of the entry before, and its members as JSON in
 * this order. A changed, removed or inserted entry breaks every hash after it.
 */
export function hashOf(seq: number, previousHash: string, event: AuditEvent): string {
  const { at, actor, action, storeId, subject, before, after, address } = event;
  const who = [actor.kind, actor.id, actor.name];
  const what = [action, storeId ?? null, subject ?? null, before ?? null, after ?? null, address ?? null];
  return createHash("sha256")
    .update(JSON.stringify([seq, previousHash, at, ...who, ...what]))
    .digest("hex");
}

/** The entry that stands behind another one, or first. */
export function chained(event: AuditEvent, last: Pick<AuditEntry, "seq" | "hash"> | undefined): AuditEntry {
  const seq = (last?.seq ?? 0) + 1;
  const previousHash = last?.hash ?? CHAIN_START;
  const plain = { ...event, before: asStored(event.before), after: asStored(event.after) };
  return { ...plain, seq, previousHash, hash: hashOf(seq, previousHash, plain) };
}

/** What is wrong with an entry behind another one, or undefined. */
export function brokenLink(
  entry: AuditEntry,
  last: Pick<AuditEntry, "seq" | "hash"> | undefined,
): string | undefined {
  if (entry.seq !== (last?.seq ?? 0) + 1) return `entry ${(last?.seq ?? 0) + 1} is missing`;
  if (entry.previousHash !== (last?.hash ?? CHAIN_START))
    return `entry ${entry.seq} does not follow the one before`;
  return entry.hash === hashOf(entry.seq, entry.previousHash, entry)
    ? undefined
    : `entry ${entry.seq} was changed`;
}

/** JSON as it comes back from the database: without undefined members, amounts as digits. */
function asStored(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  const text = JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}` : part));
  return JSON.parse(text) as unknown;
}
