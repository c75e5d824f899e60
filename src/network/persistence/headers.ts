import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { BlockHeader } from "../../bitcoin/reader/followBlocks.ts";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";
import { repeatedRead } from "./repeated.ts";

/** The headers of a followed chain, lowest first. */
export async function followedHeaders(store: NetworkStore, chainId: number): Promise<readonly BlockHeader[]> {
  const { headers } = store.tables;
  const read = repeatedRead(store, "followed_headers", () =>
    store.db
      .select()
      .from(headers)
      .where(eq(headers.chainId, sql.placeholder("chainId")))
      .orderBy(asc(headers.height)),
  );
  const found = await read({ chainId });
  return found.map(({ height, hash, previous }) => ({ height, hash, previous }));
}

/** Replaces the followed headers of a chain: those of `before` that are not in `after` go, the new ones come. */
export function replaceHeaders(
  store: NetworkStore,
  chainId: number,
  before: readonly BlockHeader[],
  after: readonly BlockHeader[],
): readonly Write[] {
  const { headers } = store.tables;
  const old = new Set(before.map(({ hash }) => hash));
  const kept = new Set(after.map(({ hash }) => hash));
  const gone = before.filter(({ hash }) => !kept.has(hash)).map(({ hash }) => hash);
  const come = after.filter(({ hash }) => !old.has(hash));
  const remove: Write = {
    rows: gone.length,
    build: (db) =>
      db
        .delete(headers)
        .where(and(eq(headers.chainId, chainId), inArray(headers.hash, gone)))
        .returning({ height: headers.height }),
  };
  const add: Write = {
    rows: come.length,
    build: (db) =>
      db
        .insert(headers)
        .values(come.map((header) => ({ chainId, ...header })))
        .onConflictDoNothing() // another look at the same moment was faster: a conflict
        .returning({ height: headers.height }),
  };
  return [...(gone.length > 0 ? [remove] : []), ...(come.length > 0 ? [add] : [])];
}

/** Lets a batch in only while a block is still among the followed ones. */
export function whileFollowed(store: NetworkStore, chainId: number, { height, hash }: BlockHeader): Write {
  const { headers } = store.tables;
  const same = and(eq(headers.chainId, chainId), eq(headers.height, height), eq(headers.hash, hash));
  return {
    rows: 1,
    build: (db) => db.update(headers).set({ hash }).where(same).returning({ height: headers.height }),
  };
}
