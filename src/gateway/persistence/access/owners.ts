import { and, eq, lt } from "drizzle-orm";
import type { Access, Owner } from "../../ports/accessPort.ts";
import { one, type StoreContext } from "../context.ts";
import type { Tables } from "../tables.ts";

type OwnerQueries = Pick<
  Access,
  | "readOwner"
  | "offerOwnerLink"
  | "useOwnerLink"
  | "createSession"
  | "findSession"
  | "noteSession"
  | "endSession"
  | "forgetSessions"
>;

const PLACE = "owner"; // of the one row

/** The owner's account and sessions. */
export function ownerQueries({ database, db, t }: StoreContext): OwnerQueries {
  const { owners, sessions } = t;
  return {
    async readOwner() {
      const [row] = await db.select().from(owners).where(eq(owners.place, PLACE));
      return row && toOwner(row);
    },

    offerOwnerLink: (id, { digest, expiresAt }) => {
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

    async useOwnerLink(digest, account) {
      const used = await db
        .update(owners)
        .set({ ...account, linkDigest: null, linkExpiresAt: null })
        .where(and(eq(owners.place, PLACE), eq(owners.linkDigest, digest)))
        .returning({ id: owners.id });
      return used.length === 1;
    },

    createSession: (session) =>
      database.commit([
        one((tx) => tx.insert(sessions).values(session).returning({ digest: sessions.digest })),
      ]),

    async findSession(digest) {
      const [row] = await db.select().from(sessions).where(eq(sessions.digest, digest));
      return row;
    },

    async noteSession(digest, seenAt) {
      await db.update(sessions).set({ seenAt }).where(eq(sessions.digest, digest));
    },

    async endSession(digest) {
      await db.delete(sessions).where(eq(sessions.digest, digest));
    },

    async forgetSessions(startedBefore) {
      await db.delete(sessions).where(lt(sessions.startedAt, startedBefore));
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
