import { and, eq, gt, inArray, lte } from "drizzle-orm";
import { sum } from "../../values/amount.ts";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

/** Money that left a deposit address for the depository; any account may trigger a sweep. */
export type Sweep = NetworkTables["sweeps"]["$inferSelect"];

/** What left an address in one currency, up to a height. */
export async function sweptFrom(
  store: NetworkStore,
  place: Readonly<{ chainId: number; address: string; currency: string }>,
  height: number,
): Promise<bigint> {
  const { sweeps } = store.tables;
  const found = await store.db
    .select({ amount: sweeps.amount })
    .from(sweeps)
    .where(
      and(
        eq(sweeps.chainId, place.chainId),
        eq(sweeps.address, place.address),
        eq(sweeps.currency, place.currency),
        lte(sweeps.height, height),
      ),
    );
  return sum(found.map(({ amount }) => amount));
}

/** The addresses that something of a currency was swept from above one height, and up to another. */
export async function sweptBetween(
  store: NetworkStore,
  { chainId, address: currency }: Readonly<{ chainId: number; address: string }>,
  above: number,
  upTo: number,
): Promise<readonly string[]> {
  const { sweeps } = store.tables;
  const found = await store.db
    .selectDistinct({ address: sweeps.address })
    .from(sweeps)
    .where(
      and(
        eq(sweeps.chainId, chainId),
        eq(sweeps.currency, currency),
        gt(sweeps.height, above),
        lte(sweeps.height, upTo),
      ),
    );
  return found.map(({ address }) => address);
}

/** Notes a sweep; the second look at a block writes the same row. */
export function noteSweep(store: NetworkStore, sweep: Sweep): Write {
  const { sweeps } = store.tables;
  const { height, blockHash, amount } = sweep;
  return {
    rows: 1,
    build: (db) =>
      db
        .insert(sweeps)
        .values(sweep)
        .onConflictDoUpdate({ target: sweeps.id, set: { height, blockHash, amount } })
        .returning({ id: sweeps.id }),
  };
}

/** Forgets the sweeps of blocks that left the best chain. */
export async function forgetSweeps(
  store: NetworkStore,
  blocks: readonly string[],
): Promise<readonly Write[]> {
  const { sweeps } = store.tables;
  if (blocks.length === 0) return [];
  const gone = await store.db
    .select({ id: sweeps.id })
    .from(sweeps)
    .where(inArray(sweeps.blockHash, [...blocks]));
  return gone.map(({ id }) => ({
    rows: 1,
    build: (db) => db.delete(sweeps).where(eq(sweeps.id, id)).returning({ id: sweeps.id }),
  }));
}
