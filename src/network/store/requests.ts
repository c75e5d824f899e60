import { and, asc, eq, gt, inArray, isNotNull, notExists } from "drizzle-orm";
import type { Write } from "../../db/driver.ts";
import type { Observation } from "../decide.ts";
import type { BridgeRequest, CurrencyKey, RequestState } from "../request.ts";
import type { NetworkStore } from "./open.ts";
import { requestFromRow, rowFromRequest } from "./rows.ts";

/** One request by its id, or undefined. */
export async function requestById(store: NetworkStore, id: string): Promise<BridgeRequest | undefined> {
  const [found] = await joined(store).where(eq(store.tables.requests.id, id)).limit(1);
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

/** The oldest requests behind a place in lists whose confirmed deposit is to be bridged to a chain. */
export async function pendingRequests(
  store: NetworkStore,
  chainId: number,
  after: string,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const found = await joined(store)
    .where(
      and(eq(requests.state, "pending"), eq(requests.destinationChainId, chainId), gt(requests.place, after)),
    )
    .orderBy(asc(requests.place))
    .limit(limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/**
 * The oldest requests behind a place in lists whose deposit came on a chain and is to be refunded, and for which no payment is
 * open or done.
 */
export async function refundsDue(
  store: NetworkStore,
  chainId: number,
  after: string,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests, deposits, outbound } = store.tables;
  const paid = store.db
    .select({ id: outbound.id })
    .from(outbound)
    .where(
      and(
        eq(outbound.requestId, requests.id),
        eq(outbound.kind, "refund"),
        inArray(outbound.state, ["open", "included"]),
      ),
    );
  const found = await joined(store)
    .where(
      and(
        eq(requests.state, "refunding"),
        eq(deposits.chainId, chainId),
        gt(requests.place, after),
        notExists(paid),
      ),
    )
    .orderBy(asc(requests.place))
    .limit(limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** Waiting requests that the user's wallet serves by itself and whose transaction was reported, behind a place in lists. */
export async function sightedDirectRequests(
  store: NetworkStore,
  after: string,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const reported = and(
    eq(requests.state, "waiting"),
    isNotNull(requests.sighted),
    eq(requests.method, "direct"),
    gt(requests.place, after),
  );
  const found = await joined(store).where(reported).orderBy(asc(requests.place)).limit(limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** What requests in these states have been promised in one currency, request by request. */
export async function promisedAmounts(
  store: NetworkStore,
  { chainId, currency }: CurrencyKey,
  states: readonly RequestState[],
): Promise<readonly bigint[]> {
  const { requests } = store.tables;
  const found = await store.db
    .select({ promised: requests.promised })
    .from(requests)
    .where(
      and(
        inArray(requests.state, [...states]),
        eq(requests.destinationChainId, chainId),
        eq(requests.destinationCurrency, currency),
      ),
    );
  return found.flatMap(({ promised }) => (promised === null ? [] : [promised]));
}

/** Writes a new request. */
export function insertRequest(store: NetworkStore, request: BridgeRequest): Write {
  const { requests } = store.tables;
  return {
    rows: 1,
    build: (db) => db.insert(requests).values(rowFromRequest(request, 1)).returning({ id: requests.id }),
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
  return { rows: 1, build: (db) => db.insert(observations).values(row).returning({ id: observations.id }) };
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

/** The same value with every bigint as its digits, so that JSON can hold it. */
function withDigits(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)),
  );
}
