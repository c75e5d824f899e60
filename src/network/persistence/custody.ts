import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { CurrencyKey } from "../request.ts";
import type { NetworkStore } from "./open.ts";
import type { DepositRow } from "./rows.ts";

/**
 * Where the money of a deposit on an EVM chain lies, and which of it is settled: a settled deposit belongs to the service, any
 * other may still have to be given back.
 *
 *   address ─► sweeping ─► depository ─► withdrawing ─► home
 */
export type Custody = "address" | "sweeping" | "depository" | "withdrawing" | "home";

/** A deposit to be moved. `salt` makes the contract at its address; `owed` is no longer there or not ours. */
export type HeldDeposit = Readonly<{
  deposit: DepositRow;
  requestState: string;
  salt: string | null;
  owed: bigint;
}>;

/**
 * Deposits at deposit addresses of a chain whose requests have succeeded, or are to be refunded; by id,
 * after `after`.
 */
export async function depositsToSweep(
  store: NetworkStore,
  chainId: number,
  requestState: "success" | "refunding",
  after: string,
  limit: number,
): Promise<readonly HeldDeposit[]> {
  const { deposits, requests, addresses } = store.tables;
  const found = await store.db
    .select({ deposit: deposits, requestState: requests.state, salt: addresses.salt })
    .from(deposits)
    .innerJoin(requests, eq(requests.depositId, deposits.id))
    .innerJoin(addresses, eq(addresses.address, deposits.address))
    .where(
      and(
        ...confirmedIn(store, chainId, "address"),
        eq(requests.state, requestState),
        gt(deposits.id, after),
      ),
    )
    .orderBy(asc(deposits.id))
    .limit(limit);
  return found.map((row) => ({ ...row, owed: 0n }));
}

/** Where a deposit stands in these lists. */
export function idOf({ deposit }: HeldDeposit): string {
  return deposit.id;
}

/** Every confirmed deposit that lies at some addresses of a chain: one sweep takes them all. */
export async function depositsAt(
  store: NetworkStore,
  chainId: number,
  where: readonly string[],
): Promise<readonly DepositRow[]> {
  const { deposits } = store.tables;
  return store.db
    .select()
    .from(deposits)
    .where(and(...confirmedIn(store, chainId, "address"), inArray(deposits.address, [...where])));
}

/**
 * Deposits of a currency in the depository that are settled (filled, or given back less the cost of that); by id, those behind
 * `after`.
 */
export async function depositsToWithdraw(
  store: NetworkStore,
  { chainId, currency }: CurrencyKey,
  after: string,
  limit: number,
): Promise<readonly HeldDeposit[]> {
  const { deposits, requests } = store.tables;
  const found = await store.db
    .select({ deposit: deposits, requestState: requests.state, refunded: requests.refundAmount })
    .from(deposits)
    .innerJoin(requests, eq(requests.depositId, deposits.id))
    .where(
      and(
        ...confirmedIn(store, chainId, "depository"),
        eq(deposits.currency, currency),
        inArray(requests.state, ["success", "refund"]),
        gt(deposits.id, after),
      ),
    )
    .orderBy(asc(deposits.id))
    .limit(limit);
  return found.map(({ refunded, ...row }) => ({ ...row, salt: null, owed: refunded ?? 0n }));
}

/** The deposits that a payment is moving. */
export async function depositsMovedBy(
  store: NetworkStore,
  outboundId: string,
): Promise<readonly DepositRow[]> {
  const { deposits } = store.tables;
  return store.db.select().from(deposits).where(eq(deposits.movedBy, outboundId));
}

/** Moves a deposit on from the place that was read; on a conflict the whole batch fails. */
export function moveDeposit(
  store: NetworkStore,
  before: DepositRow,
  custody: Custody,
  movedBy: string | null,
): Write {
  const { deposits } = store.tables;
  const same = and(
    eq(deposits.id, before.id),
    before.custody === null ? isNull(deposits.custody) : eq(deposits.custody, before.custody),
    before.movedBy === null ? isNull(deposits.movedBy) : eq(deposits.movedBy, before.movedBy),
  );
  return {
    rows: 1,
    build: (db) => db.update(deposits).set({ custody, movedBy }).where(same).returning({ id: deposits.id }),
  };
}

function confirmedIn({ tables: { deposits } }: NetworkStore, chainId: number, custody: Custody) {
  return [
    eq(deposits.custody, custody),
    eq(deposits.chainId, chainId),
    eq(deposits.state, "confirmed"),
  ] as const;
}
