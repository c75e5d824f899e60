import { and, desc, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import type { Write } from "../../../database/driver.ts";
import { insertRow } from "../../../database/insertRow.ts";
import type { Attempt, SentContext, Standing, Attempts } from "../../ports/outboxPort.ts";
import { one, type PersistenceContext } from "../context.ts";
import { WITH_WORDS } from "./outboxTables.ts";
import type { Tables } from "../tables.ts";

/** The delivery log. */
export function attemptQueries({ database, db, t }: PersistenceContext): Attempts {
  const { attempts } = t;
  return {
    keep: (attempt) => database.commit([attemptWrite(t, attempt)]),

    async of(webhookId, limit) {
      const { request: _, current: _said, ...heads } = getTableColumns(attempts); // what was sent may be long, and no list shows it
      const rows = await db
        .select(heads)
        .from(attempts)
        .where(eq(attempts.webhookId, webhookId))
        .orderBy(desc(attempts.at), desc(attempts.id))
        .limit(limit);
      return rows.map((row) => toAttempt({ ...row, request: null, current: null }));
    },

    async load(id) {
      const [row] = await db.select().from(attempts).where(eq(attempts.id, id));
      return row && toAttempt(row);
    },

    async prune(before, limit) {
      const isOld = and(lt(attempts.at, before), sql`(${WITH_WORDS})`);
      const old = await db.select({ id: attempts.id }).from(attempts).where(isOld).limit(limit);
      const ids = old.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await db
        .update(attempts)
        .set({ request: null, current: null, answer: null })
        .where(inArray(attempts.id, ids))
        .returning({ id: attempts.id });
      return ids.length;
    },
  };
}

/**
 * An attempt whose process ended before it was stored is missing from the log; its answer, if any, was not
 * received either.
 */
export function attemptWrite({ attempts }: Tables, attempt: Attempt): Write {
  const { said, ...row } = attempt;
  return one((tx) => insertRow(tx, attempts, { ...row, ...(said && { current: said.current ?? NOTHING }) }));
}

const NOTHING = {}; // of an event about something that does not stand in a state

function saidOf(current: unknown): SentContext {
  return { current: isStanding(current) ? current : undefined };
}

function isStanding(current: unknown): current is Standing {
  return typeof current === "object" && current !== null && "version" in current;
}

function toAttempt(row: Tables["attempts"]["$inferSelect"]): Attempt {
  const { httpCode, error, request, current, answer, ...fixed } = row;
  return {
    ...fixed,
    httpCode: httpCode ?? undefined,
    error: error ?? undefined,
    request: request ?? undefined,
    said: current === null ? undefined : saidOf(current),
    answer: answer ?? undefined,
  };
}
