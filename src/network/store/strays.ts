import { asc, eq } from "drizzle-orm";
import type { Write } from "../../db/driver.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

/** An unsupported token or NFT that came to an issued address; it is left alone (interface specification 3, rule 5). */
export type Stray = NetworkTables["strays"]["$inferSelect"];

/** Notes a stray once; a second look at the same block changes nothing. */
export function noteStray(store: NetworkStore, stray: Stray): Write {
  const { strays } = store.tables;
  return {
    rows: 1,
    // A row that is there already is written as it was, so that the count of rows stays one.
    build: (db) =>
      db
        .insert(strays)
        .values(stray)
        .onConflictDoUpdate({ target: strays.id, set: { txHash: stray.txHash } })
        .returning({ id: strays.id }),
  };
}

/** What came to an address and cannot be used, oldest first. */
export async function straysAt(store: NetworkStore, address: string): Promise<readonly Stray[]> {
  const { strays } = store.tables;
  return store.db.select().from(strays).where(eq(strays.address, address)).orderBy(asc(strays.seenAt));
}
