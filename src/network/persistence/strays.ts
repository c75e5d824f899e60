import { asc, eq, inArray } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

/**
 * What came and cannot be used: an unsupported token or NFT at an issued address (interface specification 3, rule 5), or what
 * the depository holds for no request that we know. It is left alone.
 */
export type Stray = NetworkTables["strays"]["$inferSelect"];

/** Notes a stray once; a second look at its block writes the same row. */
export function noteStray(store: NetworkStore, stray: Stray): Write {
  const { strays } = store.tables;
  const { blockHash } = stray;
  return {
    rows: 1,
    build: (db) =>
      db
        .insert(strays)
        .values(stray)
        .onConflictDoUpdate({ target: strays.id, set: { blockHash } })
        .returning({ id: strays.id }),
  };
}

/** Forgets what came in blocks that left the best chain. */
export async function forgetStrays(
  store: NetworkStore,
  blocks: readonly string[],
): Promise<readonly Write[]> {
  const { strays } = store.tables;
  if (blocks.length === 0) return [];
  const gone = await store.db
    .select({ id: strays.id })
    .from(strays)
    .where(inArray(strays.blockHash, [...blocks]));
  return gone.map(({ id }) => ({
    rows: 1,
    build: (db) => db.delete(strays).where(eq(strays.id, id)).returning({ id: strays.id }),
  }));
}

const MOST_AT_ONE_ADDRESS = 100; // anything can be sent to an address

/** What came to an address and cannot be used, oldest first, a hundred pieces at most. */
export async function straysAt(store: NetworkStore, address: string): Promise<readonly Stray[]> {
  const { strays } = store.tables;
  return store.db
    .select()
    .from(strays)
    .where(eq(strays.address, address))
    .orderBy(asc(strays.seenAt), asc(strays.id))
    .limit(MOST_AT_ONE_ADDRESS);
}
