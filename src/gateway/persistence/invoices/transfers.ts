import { and, asc, eq, gte, inArray, isNotNull, lt, lte, ne, notExists, or, sql } from "drizzle-orm";
import type { Transfer, Transfers } from "../../ports/persistencePort.ts";
import { one, type PersistenceContext } from "../context.ts";

const AT_ONCE = 200; // writes in one commit; an IN list has twice as many keys
const MOST_FREE = 1_000; // of amounts that are expected; beyond that, the later ones have to wait

/** What earlier versions called a transfer on an EVM chain (gateway/usecases/crediting/transferProofs.ts). It stays the same transfer. */
function formerKey({ chainId, txHash, position }: Pick<Transfer, "chainId" | "txHash" | "position">): string {
  return `${chainId}:${txHash}:${position}`;
}

/** Money that arrived at the stores' own addresses, and which of it has settled nothing yet. */
export function transferQueries({ database, db, t }: PersistenceContext): Transfers {
  const { transfers, settlements, deposits, unattributed } = t;
  const formerKeyOf = sql`cast(${transfers.chainId} as text) || ':' || ${transfers.txHash} || ':' || cast(${transfers.position} as text)`;
  const settled = () =>
    db
      .select({ proof: settlements.proof })
      .from(settlements)
      .where(sql`${settlements.proof} in (${transfers.key}, ${formerKeyOf})`);
  const credited = () =>
    db.select({ key: deposits.key }).from(deposits).where(eq(deposits.key, transfers.key));
  const noted = () =>
    db
      .select({ key: unattributed.key })
      .from(unattributed)
      .where(and(eq(unattributed.key, transfers.key), ne(unattributed.state, "undone")));
  const isRefunded = or(
    eq(unattributed.state, "refunded"),
    and(eq(unattributed.state, "undone"), isNotNull(unattributed.decision)), // while it is in no block
  );
  const refunded = () =>
    db
      .select({ key: unattributed.key })
      .from(unattributed)
      .where(and(eq(unattributed.key, transfers.key), isRefunded));
  const knownOf = async (keys: readonly string[]) => {
    const rows = await db
      .select({ key: transfers.key })
      .from(transfers)
      .where(inArray(transfers.key, [...keys]));
    return new Set(rows.map(({ key }) => key));
  };
  return {
    async keep(list) {
      for (let from = 0; from < list.length; from += AT_ONCE) {
        const some = list.slice(from, from + AT_ONCE);
        const known = await knownOf(some.flatMap((transfer) => [transfer.key, formerKey(transfer)]));
        const fresh = some.filter((transfer) => !known.has(transfer.key) && !known.has(formerKey(transfer)));
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

    async drop(chainId, fromHeight) {
      const undone = and(eq(transfers.chainId, chainId), gte(transfers.height, fromHeight));
      const rows = await db.select({ key: transfers.key }).from(transfers).where(undone);
      await database.commit(
        rows.map(({ key }) =>
          one((tx) => tx.delete(transfers).where(eq(transfers.key, key)).returning({ key: transfers.key })),
        ),
      );
    },

    async free(place, seenFrom, { least, most }) {
      const amount = sql`cast(${transfers.amount} as double precision)`; // text in SQLite; the caller compares exactly
      const ofAbout = and(gte(amount, Number(least) * 0.999), lte(amount, Number(most) * 1.001));
      return db
        .select()
        .from(transfers)
        .where(
          and(
            eq(transfers.place, place),
            gte(transfers.seenAt, seenFrom),
            ofAbout,
            notExists(settled()),
            notExists(credited()),
            notExists(refunded()),
          ),
        )
        .orderBy(asc(transfers.seenAt), asc(transfers.key))
        .limit(MOST_FREE);
    },

    async unexplained(places, { from, until }, limit) {
      if (places.length === 0) return [];
      return db
        .select()
        .from(transfers)
        .where(
          and(
            inArray(transfers.place, [...places]),
            gte(transfers.seenAt, from),
            lt(transfers.seenAt, until),
            notExists(settled()),
            notExists(credited()),
            notExists(noted()),
          ),
        )
        .orderBy(asc(transfers.seenAt), asc(transfers.key))
        .limit(limit);
    },

    async orphanProofs(chainId, txHash) {
      const prefix = `${chainId}:${txHash}`;
      const ofTransaction = and(gte(settlements.proof, `${prefix}:`), lt(settlements.proof, `${prefix};`)); // ";" follows ":"
      const proofs = await db.select({ proof: settlements.proof }).from(settlements).where(ofTransaction);
      if (proofs.length === 0) return [];
      const rows = await db
        .select()
        .from(transfers)
        .where(and(gte(transfers.key, `${prefix}:`), lt(transfers.key, `${prefix};`)));
      const known = new Set(rows.flatMap((row) => [row.key, formerKey(row)]));
      return proofs.flatMap(({ proof }) => (known.has(proof) ? [] : [proof]));
    },
  };
}
