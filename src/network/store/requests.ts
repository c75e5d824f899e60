import { and, asc, desc, eq, inArray, isNull, lt, or } from "drizzle-orm";
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

/** The oldest requests in a state. */
export async function requestsIn(
  store: NetworkStore,
  state: RequestState,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const found = await joined(store)
    .where(eq(requests.state, state))
    .orderBy(asc(requests.place))
    .limit(limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** The oldest requests whose refund is decided and not signed yet. */
export async function requestsToRefund(
  store: NetworkStore,
  limit: number,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const unsigned = and(eq(requests.state, "refunding"), isNull(requests.refundHash));
  const found = await joined(store).where(unsigned).orderBy(asc(requests.place)).limit(limit);
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

export type ListFilter = Readonly<{
  id?: string | undefined;
  depositAddress?: string | undefined;
  includeChildren: boolean;
  limit: number;
  before?: string | undefined; // the place of the last row that the reader has
}>;

/** Requests, newest first. */
export async function listRequests(
  store: NetworkStore,
  filter: ListFilter,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const found = await joined(store)
    .where(
      and(
        filter.id === undefined
          ? undefined
          : filter.includeChildren
            ? or(eq(requests.id, filter.id), eq(requests.parent, filter.id))
            : eq(requests.id, filter.id),
        filter.depositAddress === undefined ? undefined : eq(requests.depositAddress, filter.depositAddress),
        filter.includeChildren || filter.id !== undefined ? undefined : isNull(requests.parent),
        filter.before === undefined ? undefined : lt(requests.place, filter.before),
      ),
    )
    .orderBy(desc(requests.place))
    .limit(filter.limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** The newest further deposit of each of these requests that has any. */
export async function newestChildren(
  store: NetworkStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { requests } = store.tables;
  const children = await store.db
    .select({ id: requests.id, parent: requests.parent })
    .from(requests)
    .where(inArray(requests.parent, [...ids]))
    .orderBy(asc(requests.place));
  return new Map(children.map(({ id, parent }) => [parent ?? "", id]));
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

function joined(store: NetworkStore) {
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
