import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

/**
 * A Bitcoin output of ours and what became of it. The coins of the solver's account are found in blocks (unspent); a deposit
 * is written here when a payment takes it, so that one outpoint is never in two payments.
 *   unspent  free        spent  taken by the payment `spentBy`, or (null) by another holder of the seed
 *   undone   its block is gone, or the payment that took it was cancelled
 */
export type CoinRow = NetworkTables["coins"]["$inferSelect"];

/** The block hash of a coin that is in no followed block. */
export const NO_BLOCK = "";

const IN_ONE_QUERY = 500;

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
  return among(hashes, (some) => store.db.select().from(coins).where(inArray(coins.blockHash, some)));
}

/** The coins in open payments that were in a block up to this height, which left the chain, and are in none since. */
export async function adriftCoins(store: NetworkStore, height: number): Promise<readonly CoinRow[]> {
  const { coins, outbound } = store.tables;
  const found = await store.db
    .select({ coin: coins })
    .from(coins)
    .innerJoin(outbound, eq(outbound.id, coins.spentBy))
    .where(
      and(
        eq(coins.blockHash, NO_BLOCK),
        eq(coins.state, "spent"),
        eq(outbound.state, "open"),
        gt(coins.height, 0), // those from before the first followed block have an unknown block
        lte(coins.height, height),
      ),
    );
  return found.map(({ coin }) => coin);
}

/** Coins by their outpoints. */
export async function coinsByOutpoint(
  store: NetworkStore,
  outpoints: readonly string[],
): Promise<readonly CoinRow[]> {
  const { coins } = store.tables;
  return among(outpoints, (some) => store.db.select().from(coins).where(inArray(coins.outpoint, some)));
}

/** The coins that some payments took. */
export async function coinsOfPayments(
  store: NetworkStore,
  ids: readonly string[],
): Promise<readonly CoinRow[]> {
  const { coins } = store.tables;
  return among(ids, (some) => store.db.select().from(coins).where(inArray(coins.spentBy, some)));
}

/** Writes an output that was never seen before; when another process was faster, nothing of the batch is kept. */
export function insertCoin(store: NetworkStore, row: CoinRow): Write {
  const { coins } = store.tables;
  return {
    rows: 1,
    build: (db) => db.insert(coins).values(row).onConflictDoNothing().returning({ outpoint: coins.outpoint }),
  };
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

async function among(
  keys: readonly string[],
  ask: (some: string[]) => PromiseLike<readonly CoinRow[]>,
): Promise<readonly CoinRow[]> {
  const found: CoinRow[] = [];
  for (let from = 0; from < keys.length; from += IN_ONE_QUERY) {
    found.push(...(await ask(keys.slice(from, from + IN_ONE_QUERY))));
  }
  return found;
}
