import { and, asc, eq } from "drizzle-orm";
import type { Members } from "../../ports/userPort.ts";
import type { PersistenceContext } from "../context.ts";

const EVERY_STORE = ""; // in the column of the store

/** Who is a member of which store, in which role. */
export function memberQueries({ db, t: { members, roles } }: PersistenceContext): Members {
  return {
    async put(member) {
      await db
        .insert(members)
        .values(member)
        .onConflictDoUpdate({ target: [members.storeId, members.userId], set: { role: member.role } });
    },

    async remove(storeId, userId) {
      await db.delete(members).where(and(eq(members.storeId, storeId), eq(members.userId, userId)));
    },

    ofUser: (userId) => db.select().from(members).where(eq(members.userId, userId)),

    ofStore: (storeId) =>
      db
        .select()
        .from(members)
        .where(eq(members.storeId, storeId))
        .orderBy(asc(members.addedAt), asc(members.userId)),

    async roles() {
      const rows = await db.select().from(roles).orderBy(asc(roles.name));
      return rows.map(({ storeId, name, permissions, requiresTwoFactors }) => ({
        storeId: storeId === EVERY_STORE ? undefined : storeId,
        name,
        permissions: permissions as readonly string[],
        requiresTwoFactors,
      }));
    },

    async putRole({ storeId = EVERY_STORE, name, permissions, requiresTwoFactors }) {
      const set = { permissions, requiresTwoFactors };
      await db
        .insert(roles)
        .values({ storeId, name, ...set })
        .onConflictDoUpdate({ target: [roles.storeId, roles.name], set });
    },

    async removeRole(storeId = EVERY_STORE, name) {
      await db.delete(roles).where(and(eq(roles.storeId, storeId), eq(roles.name, name)));
    },
  };
}
