import { and, desc, eq, getTableColumns, isNotNull, lt } from "drizzle-orm";
import type { Write } from "../db/driver.ts";
import { insertRow } from "../db/insertRow.ts";
import type { Attempt, Outbox } from "../gateway/outboxPort.ts";
import { one, type StoreContext } from "./context.ts";
import type { Tables } from "./tables.ts";

type AttemptQueries = Pick<Outbox, "keepAttempt" | "attemptsOf" | "loadAttempt" | "pruneAttempts">;

/** The delivery log. */
export function attemptQueries({ database, db, t }: StoreContext): AttemptQueries {
  const { attempts } = t;
  return {
    keepAttempt: (attempt) => database.commit([attemptWrite(t, attempt)]),

    async attemptsOf(webhookId, limit) {
      const { request: _, ...heads } = getTableColumns(attempts); // what was sent may be long, and no list shows it
      const rows = await db
        .select(heads)
        .from(attempts)
        .where(eq(attempts.webhookId, webhookId))
        .orderBy(desc(attempts.at), desc(attempts.id))
        .limit(limit);
      return rows.map((row) => toAttempt({ ...row, request: null }));
    },

    async loadAttempt(id) {
      const [row] = await db.select().from(attempts).where(eq(attempts.id, id));
      return row && toAttempt(row);
    },

    async pruneAttempts(before) {
      const isOld = and(lt(attempts.at, before), isNotNull(attempts.request));
      await db
        .update(attempts)
        .set({ request: null, answer: null })
        .where(isOld)
        .returning({ id: attempts.id });
    },
  };
}

/** An attempt whose process ended before it was written down is not in the log; it was not answered either, as far as anybody knows. */
export function attemptWrite({ attempts }: Tables, attempt: Attempt): Write {
  return one((tx) => insertRow(tx, attempts, attempt));
}

function toAttempt(row: Tables["attempts"]["$inferSelect"]): Attempt {
  const { httpCode, error, request, answer, ...fixed } = row;
  return {
    ...fixed,
    httpCode: httpCode ?? undefined,
    error: error ?? undefined,
    request: request ?? undefined,
    answer: answer ?? undefined,
  };
}
