import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, sql } from "drizzle-orm";
import type { Write } from "../../../database/driver.ts";
import { insertRow } from "../../../database/insertRow.ts";
import { preparedRead } from "../../../database/prepared.ts";
import type { QuotedRate } from "../../usecases/pricing/quotedRate.ts";
import type { Leases, SaveExtras } from "../../ports/persistencePort.ts";
import { one, type PersistenceContext } from "../context.ts";
import { toLease } from "../rows.ts";

const NEVER = Number.MAX_SAFE_INTEGER; // freed at the end of time: leased now, or not to be used again
const MOST_DEPOSITS = 2 ** 31 - 1; // more than any address has had
const FREE_CHOICE = 50; // free addresses to choose from
const AT_ONCE = 500; // addresses in one IN list

export const addressKey = (chainId: number, address: string): string => `${chainId}:${address}`;

/** The cache of deposit addresses, and their leases. */
export function leaseQueries({ database, db, t }: PersistenceContext): Leases {
  const { addresses, leases, deposits } = t;
  const free = preparedRead("free_addresses", () => {
    const isOfRoute = eq(addresses.route, sql.placeholder("route"));
    const isFree = lte(addresses.freedAt, sql.placeholder("freedBefore"));
    return db
      .select()
      .from(addresses)
      .where(and(isOfRoute, isFree, lte(addresses.deposits, sql.placeholder("mostDeposits"))))
      .orderBy(desc(addresses.freedAt), asc(addresses.key))
      .limit(FREE_CHOICE);
  });
  const ofRequest = preparedRead("address_of_request", () =>
    db
      .select({ key: addresses.key })
      .from(addresses)
      .where(eq(addresses.requestId, sql.placeholder("requestId")))
      .limit(1),
  );
  return {
    hasRequest: async (requestId) => (await ofRequest({ requestId })).length > 0,

    async freeAddresses(route, freedBefore, unusedOnly) {
      const rows = await free({ route, freedBefore, mostDeposits: unusedOnly ? 0 : MOST_DEPOSITS });
      return rows.map((row) => ({ ...row, quoted: quotedOf(row) }));
    },

    async isFirst({ chainId, address, fromAt, id }) {
      const isOther = and(eq(leases.addressKey, addressKey(chainId, address)), ne(leases.id, id));
      const earlier = await db
        .select({ id: leases.id })
        .from(leases)
        .where(and(isOther, lt(leases.fromAt, fromAt)))
        .limit(1);
      return earlier.length === 0;
    },

    async openAt(chainId, list) {
      const found = [];
      for (let from = 0; from < list.length; from += AT_ONCE) {
        const keys = list.slice(from, from + AT_ONCE).map((address) => addressKey(chainId, address));
        found.push(
          ...(await db
            .select()
            .from(leases)
            .where(and(inArray(leases.addressKey, keys), isNull(leases.untilAt)))),
        );
      }
      return found.map(toLease);
    },

    async of(invoiceId) {
      const rows = await db
        .select()
        .from(leases)
        .where(eq(leases.invoiceId, invoiceId))
        .orderBy(asc(leases.id));
      return rows.map(toLease);
    },

    async open(after, limit) {
      const rows = await db
        .select()
        .from(leases)
        .where(and(isNull(leases.untilAt), gt(leases.id, after)))
        .orderBy(asc(leases.id))
        .limit(limit);
      return rows.map(toLease);
    },

    async end(lease, at, reusable) {
      const key = addressKey(lease.chainId, lease.address);
      const received = await db
        .select({ key: deposits.key })
        .from(deposits)
        .where(eq(deposits.invoiceId, lease.invoiceId));
      await database.commit([
        one((tx) =>
          tx
            .update(leases)
            .set({ untilAt: at })
            .where(and(eq(leases.id, lease.id), isNull(leases.untilAt)))
            .returning({ id: leases.id }),
        ),
        one((tx) =>
          tx
            .update(addresses)
            .set({
              freedAt: reusable ? at : NEVER,
              deposits: sql`${addresses.deposits} + ${received.length}`,
            })
            .where(eq(addresses.key, key))
            .returning({ key: addresses.key }),
        ),
      ]);
    },
  };
}

function quotedOf({
  quotedInput: input,
  quotedWorth: worth,
  quotedLeast: least,
}: Readonly<Record<"quotedInput" | "quotedWorth" | "quotedLeast", bigint | null>>): QuotedRate | undefined {
  return input === null || worth === null || least === null ? undefined : { input, worth, least };
}

/** Remembers new addresses, and takes the lease: only from the free, and the unique index admits one open lease per address. */
export function leaseWrites({ t }: PersistenceContext, extras: SaveExtras): readonly Write[] {
  const { addresses, leases } = t;
  const { lease, at } = extras;
  const remember = (extras.addresses ?? []).map(({ chainId, address, requestId, route, spare, quoted }) =>
    one(
      (tx) =>
        insertRow(
          tx,
          addresses,
          {
            key: addressKey(chainId, address),
            chainId,
            address,
            route,
            requestId,
            deposits: 0,
            createdAt: at,
            freedAt: spare ? at : NEVER,
            quotedInput: quoted?.input ?? null,
            quotedWorth: quoted?.worth ?? null,
            quotedLeast: quoted?.least ?? null,
          },
          "unlessThere",
        ),
      `The service has issued ${address} or its request ${requestId} before.`,
    ),
  );
  if (!lease) return remember;
  const key = addressKey(lease.chainId, lease.address);
  const isNew = extras.addresses?.some(({ address, spare }) => address === lease.address && !spare);
  const take = one((tx) =>
    tx
      .update(addresses)
      .set({ freedAt: NEVER })
      .where(eq(addresses.key, key))
      .returning({ key: addresses.key }),
  );
  return [
    ...remember,
    ...(isNew ? [] : [take]), // a new one that is no spare was never free
    one(
      (tx) => insertRow(tx, leases, { ...lease, addressKey: key }, "unlessThere"),
      `${lease.address} is leased to another invoice.`,
    ),
  ];
}
