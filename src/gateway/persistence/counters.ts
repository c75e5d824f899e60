import { eq, lte, sql } from "drizzle-orm";
import type { Counters } from "../ports/counterPort.ts";
import type { PersistenceContext } from "./context.ts";

/** Counters by windows. One statement adds and answers, so that callers at the same time are all counted. */
export function counterQueries({ db, t: { counters } }: PersistenceContext): Counters {
  return {
    async add(additions, at) {
      if (additions.length === 0) return [];
      // The same order in every process: or two that add to the same counters could wait for each other.
      const ordered = additions.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const hasEnded = sql`${counters.endsAt} <= ${at}`;
      return db
        .insert(counters)
        .values([...ordered])
        .onConflictDoUpdate({
          target: counters.name,
          set: {
            count: sql`case when ${hasEnded} then excluded.count else ${counters.count} + excluded.count end`,
            endsAt: sql`case when ${hasEnded} then excluded.ends_at else ${counters.endsAt} end`,
          },
        })
        .returning();
    },
    async forget(name) {
      await db.delete(counters).where(eq(counters.name, name));
    },
    async prune(at) {
      await db.delete(counters).where(lte(counters.endsAt, at));
    },
  };
}
