import { and, eq, isNull, lt } from "drizzle-orm";
import type { RepeatableCall, Store } from "../gateway/storePort.ts";
import { one, type StoreContext } from "./context.ts";

type CallQueries = Pick<Store, "beginCall" | "takeOverCall" | "endCall" | "forgetCalls">;

/** Calls that may be said again: the primary key decides who works at one, a lease how long others wait for it. */
export function callQueries({ database, db, t: { calls } }: StoreContext): CallQueries {
  return {
    async beginCall(call) {
      const made = await db
        .insert(calls)
        .values({ ...call, status: null, body: null })
        .onConflictDoNothing()
        .returning({ key: calls.key });
      if (made.length === 1) return undefined;
      const [row] = await db.select().from(calls).where(eq(calls.key, call.key));
      return row && { ...row, status: row.status ?? undefined, body: row.body ?? undefined };
    },

    async takeOverCall({ key, leaseUntil: before }: RepeatableCall, leaseUntil) {
      const taken = await db
        .update(calls)
        .set({ leaseUntil })
        .where(and(eq(calls.key, key), eq(calls.leaseUntil, before), isNull(calls.status)))
        .returning({ key: calls.key });
      return taken.length === 1;
    },

    endCall: (key, answer) =>
      database.commit([
        one((tx) =>
          tx
            .update(calls)
            .set(answer ?? { leaseUntil: 0 })
            .where(eq(calls.key, key))
            .returning({ key: calls.key }),
        ),
      ]),

    async forgetCalls(before) {
      await db.delete(calls).where(lt(calls.at, before));
    },
  };
}
