import { and, asc, eq, lt } from "drizzle-orm";
import type { Challenge, Passkey, Passkeys } from "../../ports/userPort.ts";
import { one, type PersistenceContext } from "../context.ts";
import type { Tables } from "../tables.ts";
import { endLinksOf } from "./accessLinks.ts";

/** WebAuthn credentials, and the challenges that they are to sign. */
export function passkeyQueries(context: PersistenceContext): Passkeys {
  const {
    database,
    db,
    t: { passkeys, challenges },
  } = context;
  return {
    async create(passkey) {
      await database.commit([
        endLinksOf(context, passkey.userId),
        one((tx) => tx.insert(passkeys).values(passkey).returning({ id: passkeys.id })),
      ]);
    },

    async find(id) {
      const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id));
      return row && toPasskey(row);
    },

    async ofUser(userId) {
      const own = eq(passkeys.userId, userId);
      return (await db.select().from(passkeys).where(own).orderBy(asc(passkeys.createdAt))).map(toPasskey);
    },

    async note(id, used) {
      await db.update(passkeys).set(used).where(eq(passkeys.id, id));
    },

    async remove(userId, id) {
      await db.delete(passkeys).where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)));
      await database.commit([endLinksOf(context, userId)]);
    },

    async challenge(challenge) {
      await db.delete(challenges).where(lt(challenges.expiresAt, challenge.expiresAt - KEPT_MS));
      await db.insert(challenges).values(challenge);
    },

    async takeChallenge(digest) {
      const [row] = await db.delete(challenges).where(eq(challenges.digest, digest)).returning();
      return row && { ...row, purpose: row.purpose as Challenge["purpose"], userId: row.userId ?? undefined };
    },
  };
}

const KEPT_MS = 60 * 60_000; // unanswered challenges

function toPasskey(row: Tables["passkeys"]["$inferSelect"]): Passkey {
  return {
    ...row,
    transports: row.transports as readonly string[],
    lastUsedAt: row.lastUsedAt ?? undefined,
  };
}
