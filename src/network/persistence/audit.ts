import {
  and,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { APP_FEES_IN, INCOME } from "../ledger/accounts.ts";
import type { NetworkStore } from "./open.ts";
import type { Outbound, OutboundKind } from "./outbound.ts";
import type { Stray } from "./strays.ts";

/** What an audit asks the tables. Lists are cut: where something is wrong, a hundred samples are enough. */
const LISTED = 100;

/** Requests that succeeded without a payment of ours that is in a block. */
export function filledWithoutPayment(store: NetworkStore): Promise<readonly string[]> {
  const { requests } = store.tables;
  const filled = and(eq(requests.state, "success"), notInArray(requests.method, ["desk", "direct"]));
  return requestIds(store, and(filled, notExists(paid(store, "fill"))));
}

/** Requests that were refunded without a payment of ours that is in a block. */
export function refundedWithoutPayment(store: NetworkStore): Promise<readonly string[]> {
  const { requests } = store.tables;
  return requestIds(store, and(eq(requests.state, "refund"), notExists(paid(store, "refund"))));
}

/** Requests with a deposit that was both bridged and refunded. */
export function filledAndRefunded(store: NetworkStore): Promise<readonly string[]> {
  return requestIds(store, and(exists(paid(store, "fill")), exists(paid(store, "refund"))));
}

/** Requests with a payment that their state denies. */
export function paidUnnoticed(store: NetworkStore): Promise<readonly string[]> {
  const { requests } = store.tables;
  return requestIds(
    store,
    or(
      and(ne(requests.state, "success"), exists(paid(store, "fill"))),
      and(ne(requests.state, "refund"), exists(paid(store, "refund"))),
    ),
  );
}

/** Requests that were filled, or refunded, more than once. */
export async function paidTwice(store: NetworkStore): Promise<readonly string[]> {
  const { outbound } = store.tables;
  const found = await store.db
    .select({ id: outbound.requestId })
    .from(outbound)
    .where(
      and(
        eq(outbound.state, "included"),
        inArray(outbound.kind, ["fill", "refund"]),
        isNotNull(outbound.requestId),
      ),
    )
    .groupBy(outbound.requestId, outbound.kind)
    .having(gt(count(), 1))
    .limit(LISTED);
  return found.flatMap(({ id }) => id ?? []);
}

/** Payments that are in a block without a booking. */
export async function unbookedPayments(store: NetworkStore): Promise<readonly Outbound[]> {
  const { outbound, ledger } = store.tables;
  const booked = store.db
    .select({ id: ledger.id })
    .from(ledger)
    .where(eq(ledger.booking, sql`'payment/' || ${outbound.id} || '@1'`));
  return store.db
    .select()
    .from(outbound)
    .where(and(inArray(outbound.state, ["included", "reverted"]), notExists(booked)))
    .limit(LISTED);
}

/** Requests with a refund above what was owed: they made a loss in the deposited currency. */
export async function refundedTooMuch(store: NetworkStore): Promise<readonly string[]> {
  const { ledger, requests } = store.tables;
  const isLoss = sql`cast(${ledger.amount} as text) not like '-%'`;
  const suspects = store.db
    .select({ id: ledger.requestId })
    .from(ledger)
    .where(and(eq(ledger.account, INCOME), ne(ledger.chainId, APP_FEES_IN.chainId), isLoss));
  const found = await store.db
    .select({ id: ledger.requestId, chainId: ledger.chainId, amount: ledger.amount })
    .from(ledger)
    .innerJoin(requests, eq(requests.id, ledger.requestId))
    .where(
      and(eq(ledger.account, INCOME), eq(requests.state, "refund"), inArray(ledger.requestId, suspects)),
    );
  const sums = new Map<string, bigint>();
  for (const { id, chainId, amount } of found)
    if (id !== null && chainId !== APP_FEES_IN.chainId) sums.set(id, (sums.get(id) ?? 0n) + amount);
  return [...sums].flatMap(([id, amount]) => (amount > 0n ? [id] : [])).slice(0, LISTED);
}

/** The states of some requests. */
export async function statesOf(
  store: NetworkStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { requests } = store.tables;
  const states = new Map<string, string>();
  for (let from = 0; from < ids.length; from += 500) {
    const some = ids.slice(from, from + 500);
    const found = await store.db
      .select({ id: requests.id, state: requests.state })
      .from(requests)
      .where(inArray(requests.id, some));
    for (const { id, state } of found) states.set(id, state);
  }
  return states;
}

/** What came and cannot be used, the newest first. */
export async function latestStrays(store: NetworkStore): Promise<readonly Stray[]> {
  const { strays } = store.tables;
  return store.db
    .select()
    .from(strays)
    .orderBy(sql`${strays.seenAt} desc`, strays.id)
    .limit(LISTED);
}

/** Everything that came to one of our contracts and cannot be used. */
export async function straysAtContract(store: NetworkStore, address: string): Promise<readonly Stray[]> {
  const { strays } = store.tables;
  return store.db.select().from(strays).where(eq(strays.address, address));
}

async function requestIds(store: NetworkStore, condition: SQL | undefined): Promise<readonly string[]> {
  const { requests } = store.tables;
  const found = await store.db.select({ id: requests.id }).from(requests).where(condition).limit(LISTED);
  return found.map(({ id }) => id);
}

/** The included payments of a kind of the request that is being looked at. */
function paid(store: NetworkStore, kind: OutboundKind) {
  const { outbound, requests } = store.tables;
  return store.db
    .select({ id: outbound.id })
    .from(outbound)
    .where(and(eq(outbound.requestId, requests.id), eq(outbound.kind, kind), eq(outbound.state, "included")));
}
