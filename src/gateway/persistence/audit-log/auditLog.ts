import { and, asc, desc, eq, gt, gte, like, lt } from "drizzle-orm";
import { chained } from "../../domain/access/auditChain.ts";
import type { AuditLog, AuditLogFilter } from "../../ports/auditLogPort.ts";
import type { Actor, AuditEntry } from "../../domain/access/auditEntry.ts";
import type { PersistenceContext } from "../context.ts";
import type { Tables } from "../tables.ts";

const MOST_TRIES = 50; // as many writers may be at it at once

/** The log of every change that a person, a key or a command made. */
export function auditLogQueries({ db, t: { auditLog } }: PersistenceContext): AuditLog {
  const last = async () => {
    const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
    return row && toEntry(row);
  };
  return {
    async append(event) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const { actor, ...entry } = chained(event, await last());
        const row = { ...entry, actorKind: actor.kind, actorId: actor.id, actorName: actor.name };
        const made = await db
          .insert(auditLog)
          .values({
            ...row,
            storeId: row.storeId ?? null,
            subject: row.subject ?? null,
            before: row.before ?? null,
            after: row.after ?? null,
            address: row.address ?? null,
          })
          .onConflictDoNothing()
          .returning({ seq: auditLog.seq });
        if (made.length === 1) return;
      }
      throw new Error(`The audit log could not be appended to in ${MOST_TRIES} tries.`);
    },

    async list(filter) {
      const rows = await db
        .select()
        .from(auditLog)
        .where(and(...conditions(auditLog, filter)))
        .orderBy(desc(auditLog.seq))
        .limit(filter.limit);
      return rows.map(toEntry);
    },

    async after(seq, limit) {
      const rows = await db
        .select()
        .from(auditLog)
        .where(gt(auditLog.seq, seq))
        .orderBy(asc(auditLog.seq))
        .limit(limit);
      return rows.map(toEntry);
    },
  };
}

function conditions(t: Tables["auditLog"], { storeId, actorId, action, from, to, before }: AuditLogFilter) {
  return [
    storeId === undefined ? undefined : eq(t.storeId, storeId),
    actorId === undefined ? undefined : eq(t.actorId, actorId),
    action === undefined
      ? undefined
      : action.endsWith(".")
        ? like(t.action, `${action}%`)
        : eq(t.action, action),
    from === undefined ? undefined : gte(t.at, from),
    to === undefined ? undefined : lt(t.at, to),
    before === undefined ? undefined : lt(t.seq, before),
  ];
}

function toEntry(row: Tables["auditLog"]["$inferSelect"]): AuditEntry {
  const { actorKind, actorId, actorName, ...entry } = row;
  return {
    ...entry,
    actor: { kind: actorKind as Actor["kind"], id: actorId, name: actorName },
    storeId: row.storeId ?? undefined,
    subject: row.subject ?? undefined,
    before: row.before ?? undefined,
    after: row.after ?? undefined,
    address: row.address ?? undefined,
  };
}
