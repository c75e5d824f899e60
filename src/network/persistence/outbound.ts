import { and, asc, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { NetworkStore } from "./open.ts";
import { repeatedRead } from "./repeated.ts";
import type { NetworkTables } from "./tables.ts";

/** A payment that was decided: what for, and what it uses up. Its transactions are attempts. */
export type Outbound = NetworkTables["outbound"]["$inferSelect"];
export type OutboundKind =
  | "fill"
  | "refund"
  | "sweep"
  | "permit"
  | "withdraw"
  | "approve"
  | "top-up"
  | "claim"
  | "rebalance"
  | "treasury"
  | "execute";

/** A signed transaction of a payment; it is stored before it is sent, and only ever sent as it was stored. */
export type Attempt = NetworkTables["attempts"]["$inferSelect"];

/** A payment without a known outcome, with its attempts in the order of their signatures. */
export type OpenPayment = Readonly<{ outbound: Outbound; attempts: readonly Attempt[] }>;

const IN_ONE_QUERY = 500;

/** The open payments on a chain, in the order of their slots, so that nonces are sent in order. */
export async function openPayments(
  store: NetworkStore,
  chainId: number,
  limit: number,
): Promise<readonly OpenPayment[]> {
  const { outbound } = store.tables;
  const read = repeatedRead(store, "open_payments", () =>
    store.db
      .select()
      .from(outbound)
      .where(and(eq(outbound.state, "open"), eq(outbound.chainId, sql.placeholder("chainId"))))
      .orderBy(asc(outbound.slot))
      .limit(sql.placeholder("limit")),
  );
  return withAttempts(store, await read({ chainId, limit }));
}

/** An open payment without its transactions. */
export type OpenOrder = Pick<Outbound, "currency" | "amount" | "slot" | "order"> &
  Readonly<{ kind: OutboundKind }>;

/** What the open payments on a chain are for, and what they were stored to do, in no order. */
export async function openOrders(store: NetworkStore, chainId: number): Promise<readonly OpenOrder[]> {
  const { outbound } = store.tables;
  const { kind, currency, amount, slot, order } = outbound;
  const read = repeatedRead(store, "open_orders", () =>
    store.db
      .select({ kind, currency, amount, slot, order })
      .from(outbound)
      .where(and(eq(outbound.state, "open"), eq(outbound.chainId, sql.placeholder("chainId")))),
  );
  return (await read({ chainId })) as OpenOrder[]; // only ever written with kinds
}

/**
 * Some of the payments with the nonces from `first` to before `last` on a chain, in order and in any state.
 */
export async function paymentsBetween(
  store: NetworkStore,
  chainId: number,
  first: number,
  last: number,
  limit: number,
): Promise<readonly OpenPayment[]> {
  const { outbound } = store.tables;
  const found = await store.db
    .select()
    .from(outbound)
    .where(and(gte(outbound.slot, evmSlot(chainId, first)), lt(outbound.slot, evmSlot(chainId, last))))
    .orderBy(asc(outbound.slot))
    .limit(limit);
  return withAttempts(store, found);
}

/** The open payments that some transactions belong to. */
export async function openPaymentsAmong(
  store: NetworkStore,
  hashes: readonly string[],
): Promise<readonly OpenPayment[]> {
  const { attempts, outbound } = store.tables;
  const ids = new Set<string>();
  for (let from = 0; from < hashes.length; from += IN_ONE_QUERY) {
    const some = hashes.slice(from, from + IN_ONE_QUERY);
    const found = await store.db
      .select({ id: attempts.outboundId })
      .from(attempts)
      .where(inArray(attempts.hash, some));
    for (const { id } of found) ids.add(id);
  }
  if (ids.size === 0) return [];
  const open = await store.db
    .select()
    .from(outbound)
    .where(and(inArray(outbound.id, [...ids]), eq(outbound.state, "open")));
  return withAttempts(store, open);
}

/** A payment by its id while its outcome is not known. */
export async function openPayment(store: NetworkStore, id: string): Promise<OpenPayment | undefined> {
  const { outbound } = store.tables;
  const found = await store.db
    .select()
    .from(outbound)
    .where(and(eq(outbound.id, id), eq(outbound.state, "open")))
    .limit(1);
  const [payment] = await withAttempts(store, found);
  return payment;
}

/** A payment by its id, in any state. */
export async function paymentById(store: NetworkStore, id: string): Promise<Outbound | undefined> {
  const { outbound } = store.tables;
  const [row] = await store.db.select().from(outbound).where(eq(outbound.id, id)).limit(1);
  return row;
}

/** The newest payments of a kind, of all chains, in any state. */
export async function latestPayments(
  store: NetworkStore,
  kind: OutboundKind,
  limit: number,
): Promise<readonly Outbound[]> {
  const { outbound } = store.tables;
  const ofKind = eq(outbound.kind, kind);
  return store.db.select().from(outbound).where(ofKind).orderBy(desc(outbound.createdAt)).limit(limit);
}

/** The payments of a request, in any state. */
export async function paymentsOf(store: NetworkStore, requestId: string): Promise<readonly OpenPayment[]> {
  const { outbound } = store.tables;
  const found = await store.db.select().from(outbound).where(eq(outbound.requestId, requestId));
  return withAttempts(store, found);
}

/** Writes a payment; a second one with the same id, or for the same slot, is impossible. */
export function insertOutbound(store: NetworkStore, row: Outbound): Write {
  const { outbound } = store.tables;
  return { rows: 1, build: (db) => db.insert(outbound).values(row).returning({ id: outbound.id }) };
}

/** Writes a signed transaction of a payment. */
export function insertAttempt(store: NetworkStore, row: Attempt): Write {
  const { attempts } = store.tables;
  return { rows: 1, build: (db) => db.insert(attempts).values(row).returning({ hash: attempts.hash }) };
}

/** An account's nonce on a chain as a slot; the slots of a chain sort by nonce. */
export function evmSlot(chainId: number, nonce: number): string {
  return `evm:${chainId}:${String(nonce).padStart(12, "0")}`;
}

/** The nonces from `first` on of payments on a chain, in any state. */
export async function usedNonces(
  store: NetworkStore,
  chainId: number,
  first: number,
): Promise<ReadonlySet<number>> {
  const { outbound } = store.tables;
  const beyond = `evm:${chainId}:;`; // ";" sorts behind the digits
  const found = await store.db
    .select({ slot: outbound.slot })
    .from(outbound)
    .where(and(gte(outbound.slot, evmSlot(chainId, first)), lt(outbound.slot, beyond)));
  return new Set(found.map(({ slot }) => nonceOf(slot)));
}

/** The nonce of an EVM slot. */
export function nonceOf(slot: string): number {
  return Number(slot.slice(-12));
}

/** The stored next nonce of the solver on a chain; undefined before its first transaction there. */
export async function storedNonce(store: NetworkStore, chainId: number): Promise<number | undefined> {
  const { nonces } = store.tables;
  const [row] = await store.db.select().from(nonces).where(eq(nonces.chainId, chainId)).limit(1);
  return row?.next;
}

/** Moves the stored nonce from what was read to `next`; on a conflict the whole batch fails. */
export function moveNonce(
  store: NetworkStore,
  chainId: number,
  read: number | undefined,
  next: number,
): Write {
  const { nonces } = store.tables;
  return {
    rows: 1,
    build: (db) =>
      read === undefined
        ? db.insert(nonces).values({ chainId, next }).onConflictDoNothing().returning({ next: nonces.next })
        : db
            .update(nonces)
            .set({ next })
            .where(and(eq(nonces.chainId, chainId), eq(nonces.next, read)))
            .returning({ next: nonces.next }),
  };
}

/** Gives an open payment another slot, unless it was given one in between. */
export function moveOutbound(
  store: NetworkStore,
  before: Outbound,
  after: Pick<Outbound, "slot" | "order">,
): Write {
  const { outbound } = store.tables;
  const same = and(eq(outbound.id, before.id), eq(outbound.slot, before.slot), eq(outbound.state, "open"));
  return {
    rows: 1,
    build: (db) => db.update(outbound).set(after).where(same).returning({ id: outbound.id }),
  };
}

/** Notes that a transaction was handed to its chain. */
export function noteSent(store: NetworkStore, hash: string, sentAt: Instant): Write {
  const { attempts } = store.tables;
  return {
    rows: 1,
    build: (db) =>
      db.update(attempts).set({ sentAt }).where(eq(attempts.hash, hash)).returning({ hash: attempts.hash }),
  };
}

/**
 * What became of a payment: which transaction, at which cost in the chain's coin, and what its swaps at pools brought, where it
 * made any.
 */
export type Outcome = Readonly<{
  state: "included" | "reverted" | "cancelled";
  hash: string | null;
  fee: bigint | null;
  at: Instant;
  brought?: bigint | undefined;
}>;

/** Closes an open payment with its outcome. */
export function closeOutbound(store: NetworkStore, id: string, outcome: Outcome): Write {
  const { outbound } = store.tables;
  const { at: closedAt, brought: _, ...rest } = outcome;
  return {
    rows: 1,
    build: (db) =>
      db
        .update(outbound)
        .set({ ...rest, closedAt })
        .where(and(eq(outbound.id, id), eq(outbound.state, "open")))
        .returning({ id: outbound.id }),
  };
}

async function withAttempts(
  store: NetworkStore,
  payments: readonly Outbound[],
): Promise<readonly OpenPayment[]> {
  const { attempts } = store.tables;
  const all: Attempt[] = [];
  for (let from = 0; from < payments.length; from += IN_ONE_QUERY) {
    const ids = payments.slice(from, from + IN_ONE_QUERY).map(({ id }) => id);
    all.push(
      ...(await store.db
        .select()
        .from(attempts)
        .where(inArray(attempts.outboundId, ids))
        .orderBy(asc(attempts.number))),
    );
  }
  const byPayment = new Map<string, Attempt[]>();
  for (const attempt of all) {
    byPayment.set(attempt.outboundId, [...(byPayment.get(attempt.outboundId) ?? []), attempt]);
  }
  return payments.map((outbound) => ({ outbound, attempts: byPayment.get(outbound.id) ?? [] }));
}
