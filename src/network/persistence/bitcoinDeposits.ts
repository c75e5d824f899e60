import { and, asc, eq, gt, isNull, lte, notLike, or } from "drizzle-orm";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { NetworkStore } from "./open.ts";
import type { DepositRow } from "./rows.ts";

/**
 * The Bitcoin deposits that belong to the solver now; by id, those behind `after`: their requests succeeded, and no payment has
 * taken them. A part that is owed back (an excess) is none: it lies in the whole.
 */
export async function depositsToSweep(
  store: NetworkStore,
  after: string,
  limit: number,
): Promise<readonly DepositRow[]> {
  const { deposits, requests, coins } = store.tables;
  const free = or(isNull(coins.outpoint), eq(coins.state, "undone"));
  const found = await store.db
    .select({ deposit: deposits })
    .from(deposits)
    .innerJoin(requests, eq(requests.id, deposits.requestId))
    .leftJoin(coins, eq(coins.outpoint, deposits.id))
    .where(
      and(
        eq(deposits.custody, "address"),
        eq(deposits.chainId, BITCOIN_CHAIN_ID),
        eq(deposits.state, "confirmed"),
        eq(requests.state, "success"),
        notLike(deposits.id, "%#%"),
        free,
        gt(deposits.id, after),
      ),
    )
    .orderBy(asc(deposits.id))
    .limit(limit);
  return found.map(({ deposit }) => deposit);
}

/** Bitcoin deposits whose block left the chain and that are in no other since, by their former height. */
export async function undoneDeposits(
  store: NetworkStore,
  above: number,
  upTo: number,
): Promise<readonly DepositRow[]> {
  const { deposits } = store.tables;
  return store.db
    .select()
    .from(deposits)
    .where(
      and(
        eq(deposits.state, "undone"),
        eq(deposits.chainId, BITCOIN_CHAIN_ID),
        gt(deposits.height, above),
        lte(deposits.height, upTo),
      ),
    );
}
