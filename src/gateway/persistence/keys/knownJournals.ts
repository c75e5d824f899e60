import { asc } from "drizzle-orm";
import type { KnownJournals } from "../../ports/sealedKeyPort.ts";
import type { PersistenceContext } from "../context.ts";

/** Which journals the processes of this gateway write, and where. */
export function knownJournalQueries({ db, t: { journals } }: PersistenceContext): KnownJournals {
  return {
    list: async () => db.select().from(journals).orderBy(asc(journals.id)),
    async note({ id, host, file, openedAt }) {
      const place = { host, file, openedAt };
      await db
        .insert(journals)
        .values({ id, ...place })
        .onConflictDoUpdate({ target: journals.id, set: place });
    },
  };
}
