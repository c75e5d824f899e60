import type { Keys } from "../../ports/accessPort.ts";
import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { preparedRead } from "../../../database/prepared.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import { toKey } from "../rows.ts";

/** The API keys to merchants' stores. */
export function keyQueries(context: PersistenceContext): Keys {
  const { database, db, t } = context;
  const { apiKeys } = t;
  const revocation = (id: string, at: number) =>
    one((tx) =>
      tx
        .update(apiKeys)
        .set({ revokedAt: at })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
        .returning({ id: apiKeys.id }),
    );
  const byDigest = preparedRead("key_by_digest", () =>
    db
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.digest, sql.placeholder("digest"))),
  );
  return {
    create: ({ key, digest, at, replaces = [] }) => {
      const row = { ...key, digest, createdAt: at, revokedAt: key.revokedAt ?? null };
      return database.commit([
        ...replaces.map((id) => revocation(id, at)),
        one((tx) => tx.insert(apiKeys).values(row).returning({ id: apiKeys.id })),
      ]);
    },

    async find(digest) {
      const [row] = await byDigest({ digest });
      return row && toKey(row);
    },

    async load(id) {
      const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
      return row && toKey(row);
    },

    async list(limit) {
      const rows = await db
        .select()
        .from(apiKeys)
        .where(isNull(apiKeys.revokedAt))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
        .limit(limit);
      return readable(context, rows, toKey);
    },

    async listFor(storeId, purpose) {
      const own = and(eq(apiKeys.storeId, storeId), eq(apiKeys.purpose, purpose), isNull(apiKeys.revokedAt));
      return (await db.select().from(apiKeys).where(own)).map(toKey);
    },

    async listSentTo(storeId, origin) {
      const own = and(eq(apiKeys.storeId, storeId), eq(apiKeys.sentTo, origin), isNull(apiKeys.revokedAt));
      return (await db.select().from(apiKeys).where(own)).map(toKey);
    },

    async noteUse(id, at, unlessSince) {
      const isOld = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, unlessSince));
      await db
        .update(apiKeys)
        .set({ lastUsedAt: at })
        .where(and(eq(apiKeys.id, id), isOld));
    },

    async revoke(id, at) {
      await db
        .update(apiKeys)
        .set({ revokedAt: at })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
    },
  };
}
