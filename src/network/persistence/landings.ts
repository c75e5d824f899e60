import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { NetworkStore } from "./open.ts";
import type { Outbound } from "./outbound.ts";
import type { NetworkTables } from "./tables.ts";

/** A Bitcoin transaction of ours that is in a block of the best chain. */
export type Landing = NetworkTables["landings"]["$inferSelect"];

const IN_ONE_QUERY = 500;

/** Our transactions among some ids, with their payments, in any state. */
export async function ourTransactions(
  store: NetworkStore,
  hashes: readonly string[],
): Promise<readonly Readonly<{ hash: string; outbound: Outbound }>[]> {
  const { attempts, outbound } = store.tables;
  const found: Readonly<{ hash: string; outbound: Outbound }>[] = [];
  for (let from = 0; from < hashes.length; from += IN_ONE_QUERY) {
    const some = hashes.slice(from, from + IN_ONE_QUERY);
    const rows = await store.db
      .select({ hash: attempts.hash, outbound })
      .from(attempts)
      .innerJoin(outbound, eq(outbound.id, attempts.outboundId))
      .where(inArray(attempts.hash, some));
    found.push(...rows);
  }
  return found;
}

/** What landed in some blocks, with its payment. */
export async function landingsInBlocks(
  store: NetworkStore,
  blocks: readonly string[],
): Promise<readonly Readonly<{ landing: Landing; outbound: Outbound }>[]> {
  const { landings, outbound } = store.tables;
  if (blocks.length === 0) return [];
  return store.db
    .select({ landing: landings, outbound })
    .from(landings)
    .innerJoin(outbound, eq(outbound.id, landings.outboundId))
    .where(inArray(landings.blockHash, [...blocks]));
}

/** The open payments that landed at this height or below, lowest first. */
export async function landingsToSettle(
  store: NetworkStore,
  height: number,
): Promise<readonly Readonly<{ landing: Landing; outbound: Outbound }>[]> {
  const { landings, outbound } = store.tables;
  return store.db
    .select({ landing: landings, outbound })
    .from(outbound)
    .innerJoin(landings, eq(landings.outboundId, outbound.id))
    .where(and(eq(outbound.state, "open"), lte(landings.height, height)))
    .orderBy(asc(landings.height), asc(landings.hash));
}

/** The payments among these that have a transaction in a block. */
export async function landedAmong(store: NetworkStore, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { landings } = store.tables;
  const found = new Set<string>();
  for (let from = 0; from < ids.length; from += IN_ONE_QUERY) {
    const some = ids.slice(from, from + IN_ONE_QUERY);
    const rows = await store.db
      .select({ id: landings.outboundId })
      .from(landings)
      .where(inArray(landings.outboundId, some));
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Notes that a transaction is in a block; one that moved to another block moves here too. */
export function keepLanding(store: NetworkStore, landing: Landing): Write {
  const { landings } = store.tables;
  const { height, blockHash } = landing;
  return {
    rows: 1,
    build: (db) =>
      db
        .insert(landings)
        .values(landing)
        .onConflictDoUpdate({ target: landings.hash, set: { height, blockHash } })
        .returning({ hash: landings.hash }),
  };
}

/** Removes a landing whose block left the best chain. */
export function removeLanding(store: NetworkStore, { hash, blockHash }: Landing): Write {
  const { landings } = store.tables;
  const same = and(eq(landings.hash, hash), eq(landings.blockHash, blockHash));
  return { rows: 1, build: (db) => db.delete(landings).where(same).returning({ hash: landings.hash }) };
}

/** Opens a payment again that was thought included or cancelled. */
export function reopenOutbound(store: NetworkStore, before: Outbound): Write {
  const { outbound } = store.tables;
  const same = and(eq(outbound.id, before.id), eq(outbound.state, before.state));
  return {
    rows: 1,
    build: (db) =>
      db
        .update(outbound)
        .set({ state: "open", hash: null, fee: null, closedAt: null })
        .where(same)
        .returning({ id: outbound.id }),
  };
}

/** Closes an open payment with the transaction that is deep enough in the chain: what arrived, and the fee, in sats. */
export function settleOutbound(
  store: NetworkStore,
  before: Outbound,
  settled: Readonly<{ hash: string; amount: bigint; fee: bigint; closedAt: Instant }>,
): Write {
  const { outbound } = store.tables;
  const same = and(eq(outbound.id, before.id), eq(outbound.state, "open"));
  return {
    rows: 1,
    build: (db) =>
      db
        .update(outbound)
        .set({ state: "included", ...settled })
        .where(same)
        .returning({ id: outbound.id }),
  };
}
