import { and, asc, eq, getTableColumns, gt, inArray, isNull } from "drizzle-orm";
import type { Write } from "../../../database/driver.ts";
import { insertRow } from "../../../database/insertRow.ts";
import { amountKey, type AmountLease, type AmountLeases } from "../../ports/directPort.ts";
import { one, type PersistenceContext } from "../context.ts";

const AT_ONCE = 500; // keys in one IN list

/** The amounts leased at merchants' own addresses, each of which identifies an invoice. */
export function amountLeaseQueries({ database, db, t }: PersistenceContext): AmountLeases {
  const { amountLeases: leases } = t;
  const { key: _key, untilAt: _untilAt, ...columns } = getTableColumns(leases);
  return {
    async at(keys) {
      const found: AmountLease[] = [];
      for (let from = 0; from < keys.length; from += AT_ONCE) {
        const some = keys.slice(from, from + AT_ONCE);
        const isOpen = and(inArray(leases.key, some), isNull(leases.untilAt));
        found.push(...(await db.select(columns).from(leases).where(isOpen)));
      }
      return found;
    },

    async open(after, limit) {
      const isNext = and(isNull(leases.untilAt), gt(leases.id, after));
      return db.select(columns).from(leases).where(isNext).orderBy(asc(leases.id)).limit(limit);
    },

    async addresses(chainId) {
      const isOpen = and(eq(leases.chainId, chainId), isNull(leases.untilAt));
      const rows = await db.selectDistinct({ address: leases.address }).from(leases).where(isOpen);
      return [...new Set(rows.map(({ address }) => address.toLowerCase()))];
    },

    async end({ id }, at) {
      const isOpen = and(eq(leases.id, id), isNull(leases.untilAt));
      await database.commit([
        one((tx) => tx.update(leases).set({ untilAt: at }).where(isOpen).returning({ id: leases.id })),
      ]);
    },
  };
}

/** Takes the lease of an amount: the unique index admits one open lease of each. */
export function amountLeaseWrites(
  { t }: PersistenceContext,
  lease: AmountLease | undefined,
): readonly Write[] {
  if (!lease) return [];
  return [
    one(
      (tx) => insertRow(tx, t.amountLeases, { ...lease, key: amountKey(lease) }, "unlessThere"),
      `The amount ${lease.amount} at ${lease.address} is leased to another invoice.`,
    ),
  ];
}
