import { and, asc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";
import { repeatedRead } from "./repeated.ts";
import type { DepositRow } from "./rows.ts";

const IN_ONE_QUERY = 500;

/** The deposits that were found in some blocks. */
export async function depositsInBlocks(
  store: NetworkStore,
  hashes: readonly string[],
): Promise<readonly DepositRow[]> {
  const { deposits } = store.tables;
  if (hashes.length === 0) return [];
  return store.db
    .select()
    .from(deposits)
    .where(inArray(deposits.blockHash, [...hashes]))
    .orderBy(asc(deposits.id));
}

/** The rows of transfers that were seen before. */
export async function depositsByIds(
  store: NetworkStore,
  ids: readonly string[],
): Promise<readonly DepositRow[]> {
  const { deposits } = store.tables;
  const found: DepositRow[] = [];
  for (let from = 0; from < ids.length; from += IN_ONE_QUERY) {
    const some = ids.slice(from, from + IN_ONE_QUERY);
    found.push(...(await store.db.select().from(deposits).where(inArray(deposits.id, some))));
  }
  return found;
}

/** Deposits on a chain that are seen, not yet confirmed, and in a block no higher than `height`. */
export async function depositsToConfirm(
  store: NetworkStore,
  chainId: number,
  height: number,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<readonly DepositRow[]> {
  const { deposits } = store.tables;
  const read = repeatedRead(store, "deposits_to_confirm", () => {
    const onChain = eq(deposits.chainId, sql.placeholder("chainId"));
    return store.db
      .select()
      .from(deposits)
      .where(and(eq(deposits.state, "seen"), onChain, lte(deposits.height, sql.placeholder("height"))))
      .orderBy(asc(deposits.height), asc(deposits.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"));
  });
  return read({ chainId, height, limit, offset });
}

/** The deposits of a chain that are relied upon, and are in a block of at least that height. */
export async function confirmedSince(
  store: NetworkStore,
  chainId: number,
  height: number,
): Promise<readonly Pick<DepositRow, "amount">[]> {
  const { deposits } = store.tables;
  const { state, chainId: chain, height: block, amount } = deposits;
  const isOne = and(eq(state, "confirmed"), eq(chain, chainId), gte(block, height));
  return store.db.select({ amount }).from(deposits).where(isOne);
}

/** Writes a transfer that was never seen before: the primary key lets it in once. */
export function insertDeposit(store: NetworkStore, row: DepositRow): Write {
  const { deposits } = store.tables;
  return {
    rows: 1,
    build: (db) => db.insert(deposits).values(row).onConflictDoNothing().returning({ id: deposits.id }),
  };
}

/** Writes a changed deposit over the one that was read. */
export function saveDeposit(store: NetworkStore, before: DepositRow, after: DepositRow): Write {
  const { deposits } = store.tables;
  const same = and(
    eq(deposits.id, before.id),
    eq(deposits.state, before.state),
    eq(deposits.blockHash, before.blockHash),
  );
  return {
    rows: 1,
    build: (db) => db.update(deposits).set(after).where(same).returning({ id: deposits.id }),
  };
}

/**
 * Updates a deposit's block and owner, and what it brought, which changes only where a node had shown something else. The place
 * of its money is left as it was: the solver may be moving it at this moment.
 */
export function saveSeenDeposit(store: NetworkStore, before: DepositRow, after: DepositRow): Write {
  const { deposits } = store.tables;
  const { requestId, height, blockHash, state, currency, amount, address, sender } = after;
  const same = and(
    eq(deposits.id, before.id),
    eq(deposits.state, before.state),
    eq(deposits.blockHash, before.blockHash),
    eq(deposits.amount, before.amount),
  );
  return {
    rows: 1,
    build: (db) =>
      db
        .update(deposits)
        .set({ requestId, height, blockHash, state, currency, amount, address, sender })
        .where(same)
        .returning({ id: deposits.id }),
  };
}

/** Every deposit that ever came to an issued address on a chain, those of blocks that left it among them. */
export async function depositsTo(
  store: NetworkStore,
  chainId: number,
  address: string,
): Promise<readonly DepositRow[]> {
  const { deposits } = store.tables;
  return store.db
    .select()
    .from(deposits)
    .where(and(eq(deposits.address, address), eq(deposits.chainId, chainId)))
    .orderBy(asc(deposits.id));
}
