import { eq, lt } from "drizzle-orm";
import type { Sessions } from "../../ports/accessPort.ts";
import { one, type PersistenceContext } from "../context.ts";

/** Who is signed in. */
export function sessionQueries({ database, db, t: { sessions } }: PersistenceContext): Sessions {
  return {
    create: (session) =>
      database.commit([
        one((tx) => tx.insert(sessions).values(session).returning({ digest: sessions.digest })),
      ]),

    async find(digest) {
      const [row] = await db.select().from(sessions).where(eq(sessions.digest, digest));
      return row;
    },

    async note(digest, seenAt) {
      await db.update(sessions).set({ seenAt }).where(eq(sessions.digest, digest));
    },

    async end(digest) {
      await db.delete(sessions).where(eq(sessions.digest, digest));
    },

    async forget(startedBefore) {
      await db.delete(sessions).where(lt(sessions.startedAt, startedBefore));
    },
  };
}
