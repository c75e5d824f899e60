import { and, eq, lte } from "drizzle-orm";
import type { ShownOnceRows } from "../../ports/userPort.ts";
import type { PersistenceContext } from "../context.ts";

/** What pages show once, sealed. */
export function shownOnceQueries({ db, t: { shownOnce } }: PersistenceContext): ShownOnceRows {
  return {
    async keep(row, now) {
      await db.delete(shownOnce).where(lte(shownOnce.expiresAt, now));
      await db.insert(shownOnce).values(row);
    },

    async take({ id, session, path }) {
      const own = and(eq(shownOnce.id, id), eq(shownOnce.session, session), eq(shownOnce.path, path));
      const [row] = await db.delete(shownOnce).where(own).returning();
      return row;
    },
  };
}
