import { and, eq, inArray } from "drizzle-orm";
import type { Write } from "../../db/driver.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

/** An output that the solver's Bitcoin account can spend. Only outputs in blocks are coins. */
export type CoinRow = NetworkTables["coins"]["$inferSelect"];

/** The coins that nothing spends yet. */
export async function unspentCoins(store: NetworkStore): Promise<readonly CoinRow[]> {
  const { coins } = store.tables;
  return store.db.select().from(coins).where(eq(coins.state, "unspent"));
}

/** The coins that were found in some blocks. */
export async function coinsInBlocks(
  store: NetworkStore,
  hashes: readonly string[],
): Promise<readonly CoinRow[]> {
  const { coins } = store.tables;
  if (hashes.length === 0) return [];
  return store.db
    .select()
    .from(coins)
    .where(inArray(coins.blockHash, [...hashes]));
}

/** Coins by their outpoints. */
export async function coinsByOutpoint(
  store: NetworkStore,
  outpoints: readonly string[],
): Promise<readonly CoinRow[]> {
  const { coins } = store.tables;
  if (outpoints.length === 0) return [];
  return store.db
    .select()
    .from(coins)
    .where(inArray(coins.outpoint, [...outpoints]));
}

/** Writes an output that was never seen before. */
export function insertCoin(store: NetworkStore, row: CoinRow): Write {
  const { coins } = store.tables;
  return { rows: 1, build: (db) => db.insert(coins).values(row).returning({ outpoint: coins.outpoint }) };
}

/** Changes a coin that is still in the state in which it was read. */
export function saveCoin(store: NetworkStore, before: CoinRow, change: Partial<CoinRow>): Write {
  const { coins } = store.tables;
  return {
    rows: 1,
    build: (db) =>
      db
        .update(coins)
        .set(change)
        .where(and(eq(coins.outpoint, before.outpoint), eq(coins.state, before.state)))
        .returning({ outpoint: coins.outpoint }),
  };
}
