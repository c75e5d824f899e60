import { and, asc, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import { insertRow } from "../../database/insertRow.ts";
import type { Instant } from "../../values/time.ts";
import type { CurrencyKey } from "../request.ts";
import type { NetworkStore } from "./open.ts";
import { placeOf } from "./rows.ts";

export type IssuedAddress = Readonly<{
  addressIndex: number;
  family: "bitcoin" | "evm";
  address: string;
  watch: string; // an output script (hex) on Bitcoin, the address itself on EVM chains
  salt: string | null;
  requestId: string;
}>;

const IN_ONE_QUERY = 500; // far below the parameter limit of either database

/** The index of the next address, by the database. */
export async function nextAddressIndex(store: NetworkStore): Promise<number> {
  const { addresses } = store.tables;
  const [last] = await store.db
    .select({ index: addresses.addressIndex })
    .from(addresses)
    .orderBy(desc(addresses.addressIndex))
    .limit(1);
  return last ? last.index + 1 : 0;
}

/** The issued addresses among some output scripts or EVM addresses, by what they are watched by. */
export async function issuedAmong(
  store: NetworkStore,
  watched: readonly string[],
): Promise<ReadonlyMap<string, IssuedAddress>> {
  const { addresses } = store.tables;
  const found = new Map<string, IssuedAddress>();
  for (let from = 0; from < watched.length; from += IN_ONE_QUERY) {
    const some = watched.slice(from, from + IN_ONE_QUERY);
    const rows = await store.db.select().from(addresses).where(inArray(addresses.watch, some));
    for (const row of rows)
      found.set(row.watch, { ...row, family: row.family === "evm" ? "evm" : "bitcoin" });
  }
  return found;
}

/** An address of a quote, and the quote's place in lists. */
export type QuotedAddress = Readonly<{ address: string; place: string }>;

/** Deposit addresses that were quoted for a currency since a moment, the oldest first, behind a place in lists. */
export async function addressesIssued(
  store: NetworkStore,
  { chainId, currency }: CurrencyKey,
  { from, after, limit }: Readonly<{ from: Instant; after: string; limit: number }>,
): Promise<readonly QuotedAddress[]> {
  const { requests } = store.tables;
  const since = placeOf({ createdAt: Math.max(0, from), id: "" });
  const found = await store.db
    .select({ address: requests.depositAddress, place: requests.place })
    .from(requests)
    .where(
      and(
        eq(requests.originChainId, chainId),
        gt(requests.place, after > since ? after : since),
        eq(requests.originCurrency, currency),
        eq(requests.method, "deposit-address"),
        isNull(requests.parent),
      ),
    )
    .orderBy(asc(requests.place))
    .limit(limit);
  return found.flatMap(({ address, place }) => (address === null ? [] : [{ address, place }]));
}

/** Claims an index and its address; when another process was faster, nothing of the batch is kept. */
export function insertAddress(store: NetworkStore, issued: IssuedAddress): Write {
  const { addresses } = store.tables;
  return {
    rows: 1,
    build: (db) => insertRow(db, addresses, issued, "unlessThere"),
  };
}

/** An issued address, or undefined. */
export async function issuedAddress(
  store: NetworkStore,
  address: string,
): Promise<IssuedAddress | undefined> {
  const { addresses } = store.tables;
  const [row] = await store.db.select().from(addresses).where(eq(addresses.address, address)).limit(1);
  return row && { ...row, family: row.family === "evm" ? "evm" : "bitcoin" };
}
