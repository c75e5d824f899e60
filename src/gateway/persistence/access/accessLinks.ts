import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Write } from "../../../database/driver.ts";
import type { AccessLink, AccessLinks } from "../../ports/userPort.ts";
import type { PersistenceContext } from "../context.ts";
import type { Tables } from "../tables.ts";

/** One-time links: the operator's, invitations, and new passwords. */
export function accessLinkQueries({ db, t: { accessLinks } }: PersistenceContext): AccessLinks {
  return {
    async create(link) {
      if (link.kind === "owner") await db.delete(accessLinks).where(eq(accessLinks.kind, "owner"));
      await db.delete(accessLinks).where(lt(accessLinks.expiresAt, link.createdAt)); // they can no longer be used
      await db.insert(accessLinks).values(link);
    },

    async find(digest) {
      const [row] = await db.select().from(accessLinks).where(eq(accessLinks.digest, digest));
      return row && toLink(row);
    },

    list: async () => (await db.select().from(accessLinks).orderBy(desc(accessLinks.createdAt))).map(toLink),

    async take(digest) {
      const taken = await db
        .delete(accessLinks)
        .where(eq(accessLinks.digest, digest))
        .returning({ digest: accessLinks.digest });
      return taken.length === 1;
    },
  };
}

/**
 * Ends the links of an account: those that name it, invitations to its e-mail address, and the operator's link where that sets this
 * account. It is part of the commit that changes the account, while the former address still stands.
 */
export function endLinksOf({ t: { accessLinks, users } }: PersistenceContext, userId: string): Write {
  const address = sql`(select lower(${users.email}) from ${users} where ${users.id} = ${userId})`;
  const firstAdmin = sql`(select ${users.id} from ${users} where ${users.isAdmin} order by ${users.createdAt}, ${users.id} limit 1)`;
  return {
    rows: "any",
    build: (tx) =>
      tx
        .delete(accessLinks)
        .where(
          or(
            eq(accessLinks.userId, userId),
            and(eq(accessLinks.kind, "invitation"), sql`lower(${accessLinks.email}) = ${address}`),
            and(eq(accessLinks.kind, "owner"), sql`${firstAdmin} = ${userId}`),
          ),
        )
        .returning({ digest: accessLinks.digest }),
  };
}

function toLink(row: Tables["accessLinks"]["$inferSelect"]): AccessLink {
  return {
    ...row,
    kind: row.kind as AccessLink["kind"],
    userId: row.userId ?? undefined,
    email: row.email ?? undefined,
    storeId: row.storeId ?? undefined,
    role: row.role ?? undefined,
    createdBy: row.createdBy ?? undefined,
  };
}
