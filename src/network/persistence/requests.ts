import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import { insertRow } from "../../database/insertRow.ts";
import type { Observation } from "../decide.ts";
import type { BridgeRequest, CurrencyKey, Method, RequestState } from "../request.ts";
import type { NetworkStore } from "./open.ts";
import { repeatedRead } from "./repeated.ts";
import { requestFromRow, rowFromRequest } from "./rows.ts";

/** One request by its id, or undefined. */
export async function requestById(store: NetworkStore, id: string): Promise<BridgeRequest | undefined> {
  const read = repeatedRead(store, "request_by_id", () =>
    joined(store)
      .where(eq(store.tables.requests.id, sql.placeholder("id")))
      .limit(1),
  );
  const [found] = await read({ id });
  return found && requestFromRow(found.request, found.deposit);
}

/** Requests by their ids, in no order. */
export async function requestsById(
  store: NetworkStore,
  ids: readonly string[],
): Promise<readonly BridgeRequest[]> {
  if (ids.length === 0) return [];
  const found = await joined(store).where(inArray(store.tables.requests.id, [...ids]));
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** The oldest requests after a list position with a confirmed deposit to be bridged to a chain; without those that wait for the operator. */
export async function pendingRequests(
  store: NetworkStore,
  chainId: number,
  after: string,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const read = repeatedRead(store, "pending_requests", () => {
    const toChain = eq(requests.destinationChainId, sql.placeholder("chainId"));
    return joined(store)
      .where(and(eq(requests.state, "pending"), isFree(store), toChain, behind(store)))
      .orderBy(asc(requests.place))
      .limit(sql.placeholder("limit"));
  });
  const found = await read({ chainId, after, limit });
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/**
 * The oldest requests after a list position with a deposit on a chain that is to be refunded, not waiting for the operator, and
 * without an open or finished payment.
 */
export async function refundsDue(
  store: NetworkStore,
  chainId: number,
  after: string,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests, deposits, outbound } = store.tables;
  const read = repeatedRead(store, "refunds_due", () => {
    const sameRequest = eq(outbound.requestId, requests.id);
    const isPaid = and(
      sameRequest,
      eq(outbound.kind, "refund"),
      inArray(outbound.state, ["open", "included"]),
    );
    const paid = store.db.select({ id: outbound.id }).from(outbound).where(isPaid);
    const fromChain = eq(deposits.chainId, sql.placeholder("chainId"));
    return joined(store)
      .where(and(eq(requests.state, "refunding"), isFree(store), fromChain, behind(store), notExists(paid)))
      .orderBy(asc(requests.place))
      .limit(sql.placeholder("limit"));
  });
  const found = await read({ chainId, after, limit });
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/**
 * Waiting requests that the user's wallet executes itself and whose transaction was reported, after a list
 * position.
 */
export async function sightedDirectRequests(
  store: NetworkStore,
  after: string,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const read = repeatedRead(store, "sighted_direct_requests", () => {
    const waits = and(eq(requests.state, "waiting"), eq(requests.method, "direct"));
    return joined(store)
      .where(and(waits, isNotNull(requests.sighted), behind(store)))
      .orderBy(asc(requests.place))
      .limit(sql.placeholder("limit"));
  });
  const found = await read({ after, limit });
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** Waiting requests of one method, behind a place in lists. */
export async function waitingByMethod(
  store: NetworkStore,
  method: Method,
  after: string,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const read = repeatedRead(store, "waiting_by_method", () => {
    const waits = and(eq(requests.state, "waiting"), eq(requests.method, sql.placeholder("method")));
    return joined(store)
      .where(and(waits, behind(store)))
      .orderBy(asc(requests.place))
      .limit(sql.placeholder("limit"));
  });
  const found = await read({ method, after, limit });
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** The child that took the deposit for which a superseded request was quoted, or undefined. */
export async function heirById(store: NetworkStore, rootId: string): Promise<BridgeRequest | undefined> {
  const { requests } = store.tables;
  const [found] = await joined(store)
    .where(and(eq(requests.parent, rootId), isNotNull(requests.floorInput)))
    .orderBy(asc(requests.place))
    .limit(1);
  return found && requestFromRow(found.request, found.deposit);
}

/** Superseded requests with an unfinished successor, after a list position. */
export async function openlySuperseded(
  store: NetworkStore,
  after: string,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const isOpen = inArray(requests.successorState, ["pending", "filling", "refunding", "failure"]);
  const found = await joined(store)
    .where(and(isOpen, gt(requests.place, after)))
    .orderBy(asc(requests.place))
    .limit(limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** What requests in these states have been promised in one currency, in its smallest units, request by request. */
export async function promisedAmounts(
  store: NetworkStore,
  { chainId, currency }: CurrencyKey,
  states: readonly RequestState[],
): Promise<readonly bigint[]> {
  const { requests } = store.tables;
  const read = repeatedRead(store, `promised_${states.join("_")}`, () =>
    store.db
      .select({ promised: requests.promised })
      .from(requests)
      .where(
        and(
          inArray(requests.state, [...states]),
          eq(requests.destinationChainId, sql.placeholder("chainId")),
          eq(requests.destinationCurrency, sql.placeholder("currency")),
        ),
      ),
  );
  const found = await read({ chainId, currency });
  return found.flatMap(({ promised }) => (promised === null ? [] : [promised]));
}

/** Requests whose deposit could be neither bridged nor refunded, so that a person has to decide, the newest first. */
export async function stuckRequests(store: NetworkStore, limit: number): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const found = await joined(store)
    .where(
      and(
        eq(requests.state, "failure"),
        isNotNull(requests.depositId),
        isNull(requests.refundHash),
        notInArray(requests.method, ["direct", "desk"]), // the service never held their money
      ),
    )
    .orderBy(desc(requests.place))
    .limit(limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** How many requests are in each of some states. */
export async function countInStates(
  store: NetworkStore,
  states: readonly RequestState[],
): Promise<ReadonlyMap<string, number>> {
  const { requests } = store.tables;
  const found = await store.db
    .select({ state: requests.state, number: count() })
    .from(requests)
    .where(inArray(requests.state, [...states]))
    .groupBy(requests.state);
  return new Map(found.map(({ state, number }) => [state, number]));
}

/** Writes a new request. */
export function insertRequest(store: NetworkStore, request: BridgeRequest): Write {
  const { requests } = store.tables;
  return {
    rows: 1,
    build: (db) => insertRow(db, requests, rowFromRequest(request, 1)),
  };
}

/** Writes a changed request over the version that was read; otherwise nothing of the batch is kept. */
export function saveRequest(store: NetworkStore, request: BridgeRequest): Write {
  const { requests } = store.tables;
  return {
    rows: 1,
    build: (db) =>
      db
        .update(requests)
        .set(rowFromRequest(request, request.version + 1))
        .where(and(eq(requests.id, request.id), eq(requests.version, request.version)))
        .returning({ id: requests.id }),
  };
}

/** Keeps an observation as it was made. */
export function keepObservation(store: NetworkStore, requestId: string, seen: Observation): Write {
  const { observations } = store.tables;
  const { kind, at, ...body } = seen;
  const row = { requestId, at, kind, body: withDigits(body) };
  return { rows: 1, build: (db) => insertRow(db, observations, row) };
}

/** Requests with their deposits, before a condition is put to them. */
export function joined(store: NetworkStore) {
  const { requests, deposits } = store.tables;
  return store.db
    .select({ request: requests, deposit: deposits })
    .from(requests)
    .leftJoin(deposits, eq(deposits.id, requests.depositId))
    .$dynamic();
}

/** Waits for no decision of the operator: what a daily limit holds goes on by itself. */
export function isFree({ tables: { requests } }: NetworkStore) {
  return or(isNull(requests.held), eq(requests.held, "limit"));
}

/** Behind the place `after` in lists of requests. */
function behind(store: NetworkStore) {
  return gt(store.tables.requests.place, sql.placeholder("after"));
}

/** The same value with every bigint as its digits, so that JSON can hold it. */
function withDigits(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)),
  );
}
