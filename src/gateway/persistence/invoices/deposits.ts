import { eq, inArray } from "drizzle-orm";
import type { Deposits } from "../../ports/persistencePort.ts";
import { sum } from "../../../values/amount.ts";
import type { PersistenceContext } from "../context.ts";
import { addressKey } from "./leases.ts";

/** Which invoice an output or a settlement was credited to. */
export function depositQueries({ db, t }: PersistenceContext): Deposits {
  const { leases, deposits, settlements } = t;
  return {
    async owner(chainId, outpoint) {
      const [row] = await db
        .select({ invoiceId: deposits.invoiceId })
        .from(deposits)
        .where(eq(deposits.key, `${chainId}:${outpoint}`));
      return row?.invoiceId;
    },

    async sumTo(chainId, address) {
      const rows = await db
        .select({ key: deposits.key, value: deposits.value })
        .from(deposits)
        .innerJoin(leases, eq(leases.invoiceId, deposits.invoiceId))
        .where(eq(leases.addressKey, addressKey(chainId, address)));
      const once = new Map(rows.map(({ key, value }) => [key, value]));
      return sum(once.values());
    },

    async inBlocks(chainId, blockHashes) {
      if (blockHashes.length === 0) return [];
      const rows = await db
        .select({ key: deposits.key, invoiceId: deposits.invoiceId })
        .from(deposits)
        .where(inArray(deposits.blockHash, [...blockHashes]));
      const chain = `${chainId}:`;
      return rows
        .filter(({ key }) => key.startsWith(chain))
        .map(({ key, invoiceId }) => ({ invoiceId, outpoint: key.slice(chain.length) }));
    },

    async settlementOwner(proof) {
      const [row] = await db
        .select({ invoiceId: settlements.invoiceId, outpoint: settlements.outpoint })
        .from(settlements)
        .where(eq(settlements.proof, proof));
      return row;
    },
  };
}
