import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { ConflictError } from "../../database/driver.ts";
import { insertRow } from "../../database/insertRow.ts";
import { preparedRead, preparedWrite } from "../../database/prepared.ts";
import type { IdempotencyRecord, Idempotency } from "../ports/persistencePort.ts";
import { one, type PersistenceContext } from "./context.ts";

/** Idempotency records: the primary key admits one call, a lease limits how long others wait for it. */
export function idempotencyQueries({ database, db, t: { calls } }: PersistenceContext): Idempotency {
  const byKey = preparedRead("call_by_key", () =>
    db
      .select()
      .from(calls)
      .where(eq(calls.key, sql.placeholder("key"))),
  );
  const answered = preparedWrite((value) =>
    db
      .update(calls)
      .set({ status: value("status", calls.status), body: value("body", calls.body) })
      .where(eq(calls.key, value("key", calls.key)))
      .returning({ key: calls.key }),
  );
  const free = (key: string) =>
    db.update(calls).set({ leaseUntil: 0 }).where(eq(calls.key, key)).returning({ key: calls.key });
  return {
    async begin({ key, digest, resourceId, leaseUntil, at }) {
      const begun = { key, digest, resourceId, leaseUntil, at, status: null, body: null };
      try {
        await database.commit([one((tx) => insertRow(tx, calls, begun, "unlessThere"))]);
        return undefined;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
      const [row] = await byKey({ key });
      return row && { ...row, status: row.status ?? undefined, body: row.body ?? undefined };
    },

    async takeOver({ key, leaseUntil: before }: IdempotencyRecord, leaseUntil) {
      const taken = await db
        .update(calls)
        .set({ leaseUntil })
        .where(and(eq(calls.key, key), eq(calls.leaseUntil, before), isNull(calls.status)))
        .returning({ key: calls.key });
      return taken.length === 1;
    },

    end: (key, answer) => database.commit([one(() => (answer ? answered({ key, ...answer }) : free(key)))]),

    async drop({ key, leaseUntil }) {
      const isOwn = and(eq(calls.key, key), eq(calls.leaseUntil, leaseUntil), isNull(calls.status));
      await db.delete(calls).where(isOwn);
    },

    async prune(before) {
      await db.delete(calls).where(lt(calls.at, before));
    },
  };
}
