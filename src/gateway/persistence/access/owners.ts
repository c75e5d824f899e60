import { and, eq } from "drizzle-orm";
import type { Owner, Owners } from "../../ports/accessPort.ts";
import { one, type PersistenceContext } from "../context.ts";
import type { Tables } from "../tables.ts";

const PLACE = "owner"; // of the one row

/** The owner's account, and the link that makes it. */
export function ownerQueries({ database, db, t }: PersistenceContext): Owners {
  const { owners } = t;
  return {
    async read() {
      const [row] = await db.select().from(owners).where(eq(owners.place, PLACE));
      return row && toOwner(row);
    },

    offerLink: (id, { digest, expiresAt }) => {
      const link = { linkDigest: digest, linkExpiresAt: expiresAt };
      return database.commit([
        one((tx) =>
          tx
            .insert(owners)
            .values({ place: PLACE, id, ...link })
            .onConflictDoUpdate({ target: owners.place, set: link })
            .returning({ id: owners.id }),
        ),
      ]);
    },

    async useLink(digest, account) {
      const used = await db
        .update(owners)
        .set({ ...account, linkDigest: null, linkExpiresAt: null })
        .where(and(eq(owners.place, PLACE), eq(owners.linkDigest, digest)))
        .returning({ id: owners.id });
      return used.length === 1;
    },
  };
}

function toOwner(row: Tables["owners"]["$inferSelect"]): Owner {
  const { id, name, passwordHash, passwordAt, linkDigest, linkExpiresAt } = row;
  const hasAccount = name !== null && passwordHash !== null && passwordAt !== null;
  const hasLink = linkDigest !== null && linkExpiresAt !== null;
  return {
    id,
    account: hasAccount ? { name, passwordHash, passwordAt } : undefined,
    link: hasLink ? { digest: linkDigest, expiresAt: linkExpiresAt } : undefined,
  };
}
