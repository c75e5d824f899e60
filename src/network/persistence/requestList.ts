import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
} from "drizzle-orm";
import type { Instant } from "../../values/time.ts";
import type { BridgeRequest } from "../request.ts";
import type { StatusDetail } from "../status.ts";
import { isWorthFollowing } from "../successor.ts";
import type { NetworkStore } from "./open.ts";
import { joined } from "./requests.ts";
import { placeOf, requestFromRow } from "./rows.ts";
import type { NetworkTables } from "./tables.ts";

/** What a list of requests is narrowed to; all of it must hold. Texts are compared exactly as they are stored. */
export type ListFilter = Readonly<{
  id?: string | undefined;
  depositAddress?: string | undefined;
  includeChildren: boolean; // beside the request that `id` or `depositAddress` names
  user?: string | undefined; // sender or recipient
  recipient?: string | undefined;
  quotedFor?: string | undefined; // the user of the quote
  withAddress?: true | undefined; // quotes with a deposit address, without their further deposits
  hash?: string | undefined; // of the deposit, the fill or the refund
  depositHash?: string | undefined;
  fillHash?: string | undefined;
  refundHash?: string | undefined;
  originChainId?: number | undefined;
  destinationChainId?: number | undefined;
  chainId?: number | undefined; // origin or destination
  status?: Readonly<{ word: string; detail: StatusDetail }> | undefined;
  referrer?: string | undefined;
  owner?: string | undefined;
  createdFrom?: Instant | undefined;
  createdBefore?: Instant | undefined;
}>;

/** The order of rows, their number, and the row after which the page starts. */
export type ListOrder = Readonly<{
  sortBy: "createdAt" | "updatedAt";
  descending: boolean;
  limit: number;
  after: Mark | undefined;
}>;

/** Where a row stands in a list. Rows that are written later never change the rows behind a mark by creation. */
export type Mark = Readonly<{ sortBy: ListOrder["sortBy"]; at: Instant; id: string }>;

/** The mark of a row in a list of this order. */
export function markOf(request: BridgeRequest, sortBy: ListOrder["sortBy"]): Mark {
  return { sortBy, at: request[sortBy], id: request.id };
}

/** A page of requests; its cost depends on the page and the filter, not on where the page is. */
export async function listRequests(
  store: NetworkStore,
  filter: ListFilter,
  order: ListOrder,
): Promise<readonly BridgeRequest[]> {
  const { requests } = store.tables;
  const direction = order.descending ? desc : asc;
  const columns = order.sortBy === "createdAt" ? [requests.place] : [requests.updatedAt, requests.id];
  const found = await joined(store)
    .where(and(...conditions(store, filter), behind(store, order)))
    .orderBy(...columns.map((column) => direction(column)))
    .limit(order.limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** The further deposits to a request's address that are shown: the newest, and the newest that is worth following. */
export type FurtherDeposits = Readonly<{ newest: string; toFollow: string | undefined }>;

const FURTHER_READ = 100; // of a request, the newest: any account can send dust

/** Finds the requests of further deposits. One whose deposit a reorganisation took away has none. */
export async function furtherDeposits(
  store: NetworkStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FurtherDeposits>> {
  const found = new Map<string, FurtherDeposits>();
  if (ids.length === 0) return found;
  const { requests, deposits } = store.tables;
  const roots = aliasedTable(requests, "roots");
  const rows = await store.db
    .select({
      child: { id: requests.id, promised: requests.promised },
      deposit: { chainId: deposits.chainId, currency: deposits.currency, amount: deposits.amount },
      root: {
        ...{ id: roots.id, chainId: roots.originChainId, currency: roots.originCurrency },
        ...{ input: roots.floorInput, output: roots.floorOutput },
      },
    })
    .from(requests)
    .innerJoin(deposits, eq(deposits.id, requests.depositId))
    .innerJoin(roots, eq(roots.id, requests.parent))
    .where(inArray(requests.parent, [...ids]))
    .orderBy(desc(requests.place))
    .limit(FURTHER_READ * ids.length);
  for (const { child, deposit, root } of rows) {
    const known = found.get(root.id);
    if (known?.toFollow !== undefined) continue;
    const quoted = { origin: root, input: root.input ?? 0n, output: root.output ?? 0n };
    const isWorth = isWorthFollowing(quoted, deposit, child.promised ?? 0n);
    found.set(root.id, { newest: known?.newest ?? child.id, toFollow: isWorth ? child.id : undefined });
  }
  return found;
}

function behind(store: NetworkStore, { sortBy, descending, after }: ListOrder): SQL | undefined {
  if (!after) return undefined;
  const { requests } = store.tables;
  const beyond = descending ? lt : gt;
  if (sortBy === "createdAt") return beyond(requests.place, placeOf({ createdAt: after.at, id: after.id }));
  return or(
    beyond(requests.updatedAt, after.at),
    and(eq(requests.updatedAt, after.at), beyond(requests.id, after.id)),
  );
}

function conditions(store: NetworkStore, filter: ListFilter): readonly (SQL | undefined)[] {
  const { requests } = store.tables;
  const { createdFrom, createdBefore, chainId, user, hash } = filter;
  return [
    family(store, filter),
    given(user, (address) => or(eq(requests.user, address), eq(requests.recipient, address))),
    given(filter.quotedFor, (address) => eq(requests.user, address)),
    given(filter.withAddress, () => and(eq(requests.method, "deposit-address"), isNull(requests.parent))),
    given(filter.recipient, (address) => eq(requests.recipient, address)),
    given(hash, (text) =>
      or(deposited(store, text), eq(requests.fillHash, text), eq(requests.refundHash, text)),
    ),
    given(filter.depositHash, (text) => deposited(store, text)),
    given(filter.fillHash, (text) => eq(requests.fillHash, text)),
    given(filter.refundHash, (text) => eq(requests.refundHash, text)),
    given(filter.originChainId, (id) => eq(requests.originChainId, id)),
    given(filter.destinationChainId, (id) => eq(requests.destinationChainId, id)),
    given(chainId, (id) => or(eq(requests.originChainId, id), eq(requests.destinationChainId, id))),
    given(filter.status, ({ word, detail }) => hasStatus(store, word, detail)),
    given(filter.referrer, (text) => eq(requests.referrer, text)),
    given(filter.owner, (hash) => eq(requests.owner, hash)),
    given(createdFrom, (at) => gte(requests.place, placeOf({ createdAt: at, id: "" }))),
    given(createdBefore, (at) => lt(requests.place, placeOf({ createdAt: at, id: "" }))),
  ];
}

function given<T>(value: T | undefined, condition: (value: T) => SQL | undefined): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}

/** A request by its id or its address; its further deposits belong to it, but are listed on demand only. */
function family(store: NetworkStore, { id, depositAddress, includeChildren }: ListFilter): SQL | undefined {
  const { requests } = store.tables;
  return and(
    given(id, (text) =>
      includeChildren ? or(eq(requests.id, text), eq(requests.parent, text)) : eq(requests.id, text),
    ),
    given(depositAddress, (address) => eq(requests.depositAddress, address)),
    id === undefined && depositAddress !== undefined && !includeChildren
      ? isNull(requests.parent)
      : undefined,
  );
}

function deposited(store: NetworkStore, hash: string): SQL | undefined {
  const { requests, deposits } = store.tables;
  const ids = store.db.select({ id: deposits.id }).from(deposits).where(eq(deposits.txHash, hash));
  return inArray(requests.depositId, ids);
}

/** The rows with this status; of superseded requests those with a successor that has it. */
function hasStatus(store: NetworkStore, word: string, detail: StatusDetail): SQL | undefined {
  const { state, successorState } = store.tables.requests;
  const shown = stateShown(store, successorState, word, detail);
  return or(stateShown(store, state, word, detail), and(eq(state, "superseded"), shown));
}

/** The same table as statusWord, as SQL. */
function stateShown(
  store: NetworkStore,
  state: NetworkTables["requests"]["state" | "successorState"],
  word: string,
  detail: StatusDetail,
): SQL | undefined {
  const { fillHash, sighted, depositId, method } = store.tables.requests;
  if (detail === "contract") {
    if (word === "pending") return inArray(state, ["pending", "filling", "refunding"]);
    return eq(state, word); // an unknown status matches nothing
  }
  const coming = and(eq(state, "waiting"), or(isNotNull(sighted), isNotNull(depositId)));
  switch (word) {
    case "waiting":
      return and(eq(state, "waiting"), isNull(sighted), isNull(depositId));
    case "depositing":
      return and(coming, eq(method, "permit"));
    case "submitted":
      return and(eq(state, "filling"), isNotNull(fillHash));
    case "pending":
      return or(
        inArray(state, ["pending", "refunding"]),
        and(eq(state, "filling"), isNull(fillHash)),
        and(coming, ne(method, "permit")),
      );
    default:
      return eq(state, word);
  }
}
