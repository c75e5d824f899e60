import { and, asc, eq, gte, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import type { Store } from "../gateway/storePort.ts";
import { one, type StoreContext } from "./context.ts";

type TransferQueries = Pick<Store, "keepTransfers" | "dropTransfers" | "freeTransfers" | "orphanProofs">;

const AT_ONCE = 200; // writes in one commit, keys in one IN list
const MOST_FREE = 1_000; // of amounts that somebody waits for; beyond that, the later ones have to wait

/** Money that arrived at the stores' own addresses, and which of it has settled nothing yet. */
export function transferQueries({ database, db, t }: StoreContext): TransferQueries {
  const { transfers, settlements } = t;
  const knownOf = async (keys: readonly string[]) => {
    const rows = await db
      .select({ key: transfers.key })
      .from(transfers)
      .where(inArray(transfers.key, [...keys]));
    return new Set(rows.map(({ key }) => key));
  };
  return {
    async keepTransfers(list) {
      for (let from = 0; from < list.length; from += AT_ONCE) {
        const some = list.slice(from, from + AT_ONCE);
        const known = await knownOf(some.map(({ key }) => key));
        const fresh = some.filter(({ key }) => !known.has(key));
        if (fresh.length === 0) continue;
        await database.commit(
          fresh.map((transfer) =>
            one(
              (tx) =>
                tx.insert(transfers).values(transfer).onConflictDoNothing().returning({ key: transfers.key }),
              `Transfer ${transfer.key} was remembered meanwhile.`,
            ),
          ),
        );
      }
    },

    async dropTransfers(chainId, fromHeight) {
      const undone = and(eq(transfers.chainId, chainId), gte(transfers.height, fromHeight));
      const rows = await db.select({ key: transfers.key }).from(transfers).where(undone);
      await database.commit(
        rows.map(({ key }) =>
          one((tx) => tx.delete(transfers).where(eq(transfers.key, key)).returning({ key: transfers.key })),
        ),
      );
    },

    async freeTransfers(place, seenFrom, { least, most }) {
      const amount = sql`cast(${transfers.amount} as double precision)`; // text in SQLite; the caller compares exactly
      const ofAbout = and(gte(amount, Number(least) * 0.999), lte(amount, Number(most) * 1.001));
      const rows = await db
        .select()
        .from(transfers)
        .leftJoin(settlements, eq(settlements.proof, transfers.key))
        .where(
          and(
            eq(transfers.place, place),
            gte(transfers.seenAt, seenFrom),
            isNull(settlements.proof),
            ofAbout,
          ),
        )
        .orderBy(asc(transfers.seenAt), asc(transfers.key))
        .limit(MOST_FREE);
      return rows.map((row) => row.transfers);
    },

    async orphanProofs(chainId, txHash) {
      const prefix = `${chainId}:${txHash}`;
      const ofTransaction = and(gte(settlements.proof, `${prefix}:`), lt(settlements.proof, `${prefix};`)); // ";" follows ":"
      const rows = await db
        .select({ proof: settlements.proof })
        .from(settlements)
        .leftJoin(transfers, eq(settlements.proof, transfers.key))
        .where(and(ofTransaction, isNull(transfers.key)));
      return rows.map(({ proof }) => proof);
    },
  };
}
