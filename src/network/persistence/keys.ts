import { and, desc, eq, inArray, isNull, lte, or } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { NetworkStore } from "./open.ts";

export type KeyStore = Pick<NetworkStore, "db" | "tables" | "commit">;

/** What is kept of an API key: never the key itself. */
export type StoredKey = Readonly<{
  hash: string; // SHA-256 in hex
  prefix: string; // the key's first characters, unique, which name it
  name: string;
  createdAt: Instant;
  revokedAt: Instant | null;
  lastUsedAt: Instant | null; // to the minute
}>;

/** Stores a key by its digest. */
export function insertKey({ tables: { apiKeys } }: KeyStore, key: StoredKey): Write {
  return {
    rows: 1,
    build: (db) => db.insert(apiKeys).values(key).onConflictDoNothing().returning({ hash: apiKeys.hash }),
  };
}

/** The key with this digest, revoked or not. */
export async function keyByHash(store: KeyStore, hash: string): Promise<StoredKey | undefined> {
  const { apiKeys } = store.tables;
  const [row] = await store.db.select().from(apiKeys).where(eq(apiKeys.hash, hash)).limit(1);
  return row;
}

/** The key with this prefix, revoked or not. */
export async function keyByPrefix(store: KeyStore, prefix: string): Promise<StoredKey | undefined> {
  const { apiKeys } = store.tables;
  const [row] = await store.db.select().from(apiKeys).where(eq(apiKeys.prefix, prefix)).limit(1);
  return row;
}

/** Those of these digests that name no key, or a revoked one. */
export async function endedAmong(store: KeyStore, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const { apiKeys } = store.tables;
  const valid = await store.db
    .select({ hash: apiKeys.hash })
    .from(apiKeys)
    .where(and(inArray(apiKeys.hash, [...hashes]), isNull(apiKeys.revokedAt)));
  const known = new Set(valid.map(({ hash }) => hash));
  return new Set(hashes.filter((hash) => !known.has(hash)));
}

/** The newest keys first, `limit` at most. */
export async function newestKeys(store: KeyStore, limit: number): Promise<readonly StoredKey[]> {
  const { apiKeys } = store.tables;
  return store.db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), desc(apiKeys.prefix)).limit(limit);
}

/** Ends a key for ever. Touches no row when it was revoked already. */
export function revokeKey({ tables: { apiKeys } }: KeyStore, prefix: string, at: Instant): Write {
  return {
    rows: 1,
    build: (db) =>
      db
        .update(apiKeys)
        .set({ revokedAt: at })
        .where(and(eq(apiKeys.prefix, prefix), isNull(apiKeys.revokedAt)))
        .returning({ hash: apiKeys.hash }),
  };
}

/** Notes that a key was used. Touches no row when a use after `unlessAfter` was noted already. */
export function touchKey(
  { tables: { apiKeys } }: KeyStore,
  hash: string,
  at: Instant,
  unlessAfter: Instant,
): Write {
  return {
    rows: 1,
    build: (db) =>
      db
        .update(apiKeys)
        .set({ lastUsedAt: at })
        .where(
          and(eq(apiKeys.hash, hash), or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, unlessAfter))),
        )
        .returning({ hash: apiKeys.hash }),
  };
}
