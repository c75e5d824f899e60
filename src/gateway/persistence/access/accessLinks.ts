import { desc, eq, lt } from "drizzle-orm";
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
