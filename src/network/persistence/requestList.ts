import {
  aliasedTable,
  and,
  asc,
  count,
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
  sql,
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
export type ListFilter = OneFilter & Readonly<{ anyOf?: readonly ListGroup[] | undefined }>;

/** A group of conditions that must all hold. */
export type ListGroup = Readonly<{ owner: string | undefined; conditions: readonly ListCondition[] }>;
/** Holds where one of `among` does, if there is any, and none of `without`. */
export type ListCondition = Readonly<{ among: readonly OneFilter[]; without: readonly OneFilter[] }>;

/** What a row may lack. */
export type Lacking =
  | "depositAddress"
  | "depositTxHash"
  | "fillTxHash"
  | "refundTxHash"
  | "failReason"
  | "refundFailReason";

export type OneFilter = Readonly<{
  id?: string | undefined;
  orderId?: string | undefined; // the same, as the depository's events name it
  depositAddress?: string | undefined;
  includeChildren?: boolean | undefined; // beside the request that `id` or `depositAddress` names
  user?: string | undefined; // sender or recipient
  payer?: string | undefined; // sender, or who paid the deposit address
  recipient?: string | undefined;
  quotedFor?: string | undefined; // the user of the quote
  withAddress?: true | undefined; // quotes with a deposit address, without their further deposits
  hash?: string | undefined; // of the deposit, the fill or the refund
  depositHash?: string | undefined;
  fillHash?: string | undefined;
  refundHash?: string | undefined;
  originChainId?: number | undefined;
  destinationChainId?: number | undefined;
  term?: string | undefined; // an id, a wallet, a deposit address or a transaction
  lacks?: Lacking | undefined;
  failReason?: string | undefined;
  refundFailReason?: string | undefined;
  chainId?: number | undefined; // origin or destination
  status?: Readonly<{ word: string; detail: StatusDetail }> | undefined;
  referrer?: string | undefined;
  owner?: string | undefined;
  createdFrom?: Instant | undefined;
  createdBefore?: Instant | undefined;
  updatedFrom?: Instant | undefined;
  updatedBefore?: Instant | undefined;
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
    .where(and(matching(store, filter), behind(store, order)))
    .orderBy(...columns.map((column) => direction(column)))
    .limit(order.limit);
  return found.map(({ request, deposit }) => requestFromRow(request, deposit));
}

/** Counts the requests that pass a filter. */
export async function countRequests(store: NetworkStore, filter: ListFilter): Promise<number> {
  const { requests } = store.tables;
  const [found] = await store.db.select({ total: count() }).from(requests).where(matching(store, filter));
  return found?.total ?? 0;
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

function matching(store: NetworkStore, { anyOf, ...filter }: ListFilter): SQL | undefined {
  const holds = ({ among, without }: ListCondition) =>
    and(
      among.length === 0 ? undefined : or(...among.map((one) => and(...conditions(store, one)))),
      ...without.map((one) => sql`(${and(...conditions(store, one))}) is not true`), // of a row without a value "not" is true
    );
  const group = ({ owner, conditions: all }: ListGroup) =>
    and(...conditions(store, { owner }), ...all.map(holds));
  return and(...conditions(store, filter), anyOf && or(...anyOf.map(group)));
}

function conditions(store: NetworkStore, filter: OneFilter): readonly (SQL | undefined)[] {
  const { requests } = store.tables;
  const { createdFrom, createdBefore, updatedFrom, updatedBefore, chainId, user, hash } = filter;
  return [
    family(store, filter),
    given(filter.orderId, (text) => eq(requests.id, text)),
    given(user, (address) => or(eq(requests.user, address), eq(requests.recipient, address))),
    given(filter.quotedFor, (address) => eq(requests.user, address)),
    given(filter.withAddress, () => and(eq(requests.method, "deposit-address"), isNull(requests.parent))),
    given(filter.recipient, (address) => eq(requests.recipient, address)),
    given(filter.payer, (address) => or(eq(requests.user, address), paidBy(store, address))),
    given(hash, (text) => byHash(store, text)),
    given(filter.term, (text) =>
      or(
        ...[requests.id, requests.user, requests.recipient, requests.depositAddress].map((column) =>
          eq(column, text),
        ),
        byHash(store, text),
      ),
    ),
    given(filter.lacks, (what) => lacking(store, what)),
    given(filter.failReason, (word) => eq(requests.failReason, word)),
    given(filter.refundFailReason, (word) => eq(requests.refundFailReason, word)),
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
    given(updatedFrom, (at) => gte(requests.updatedAt, at)),
    given(updatedBefore, (at) => lt(requests.updatedAt, at)),
  ];
}

function byHash(store: NetworkStore, hash: string): SQL | undefined {
  const { requests } = store.tables;
  return or(deposited(store, hash), eq(requests.fillHash, hash), eq(requests.refundHash, hash));
}

function lacking({ tables: { requests } }: NetworkStore, what: Lacking): SQL | undefined {
  const { depositId, fillHash, refundHash, failReason, refundFailReason } = requests;
  if (what === "depositAddress") return ne(requests.method, "deposit-address");
  const columns = { depositTxHash: depositId, fillTxHash: fillHash, refundTxHash: refundHash };
  return isNull({ ...columns, failReason, refundFailReason }[what]);
}

function given<T>(value: T | undefined, condition: (value: T) => SQL | undefined): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}

/** A request by its id or its address; its further deposits belong to it, but are listed on demand only. */
function family(store: NetworkStore, { id, depositAddress, includeChildren }: OneFilter): SQL | undefined {
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
  return hasDeposit(store, eq(store.tables.deposits.txHash, hash));
}

function paidBy(store: NetworkStore, sender: string): SQL | undefined {
  const { requests, deposits } = store.tables;
  return and(eq(requests.method, "deposit-address"), hasDeposit(store, eq(deposits.sender, sender)));
}

function hasDeposit(store: NetworkStore, condition: SQL): SQL | undefined {
  const { requests, deposits } = store.tables;
  return inArray(requests.depositId, store.db.select({ id: deposits.id }).from(deposits).where(condition));
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
