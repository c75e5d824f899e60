import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { preparedRead } from "../../../database/prepared.ts";
import type { Role } from "../../domain/access/user.ts";
import type { Members } from "../../ports/userPort.ts";
import type { PersistenceContext } from "../context.ts";
import type { Tables } from "../tables.ts";

const EVERY_STORE = ""; // in the column of the store

/** Who is a member of which store, in which role. */
export function memberQueries({ db, t: { members, roles, users } }: PersistenceContext): Members {
  const standing = preparedRead("standing_in_store", () =>
    db
      .select({ isAdmin: users.isAdmin, disabledAt: users.disabledAt, member: members, role: roles })
      .from(users)
      .leftJoin(members, and(eq(members.userId, users.id), eq(members.storeId, sql.placeholder("storeId"))))
      .leftJoin(
        roles,
        and(eq(roles.name, members.role), inArray(roles.storeId, [EVERY_STORE, sql.placeholder("storeId")])),
      )
      .where(eq(users.id, sql.placeholder("userId"))),
  );
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
      return (await db.select().from(roles).orderBy(asc(roles.name))).map(toRole);
    },

    async standing(userId, storeId) {
      const rows = await standing({ userId, storeId });
      const [first] = rows;
      return (
        first && {
          isAdmin: first.isAdmin,
          disabledAt: first.disabledAt ?? undefined,
          members: first.member ? [first.member] : [],
          roles: rows.flatMap(({ role }) => (role ? [toRole(role)] : [])),
        }
      );
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

function toRole({ storeId, permissions, ...role }: Tables["roles"]["$inferSelect"]): Role {
  return {
    ...role,
    storeId: storeId === EVERY_STORE ? undefined : storeId,
    permissions: permissions as readonly string[],
  };
}
