import { and, asc, desc, eq, gt, inArray } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import { insertRow } from "../../database/insertRow.ts";
import type { BridgeRequest } from "../request.ts";
import { statusFacts, type StatusFacts } from "../status.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

const IN_ONE_QUERY = 500; // far below the parameter limit of either database

/** One change of a request's status. Ordinals of a request only grow, but need not be consecutive. */
export type StatusChange = Readonly<{ requestId: string; ordinal: number; at: number; facts: StatusFacts }>;

/** A write that stores a status, with the id of its request. */
type StatusWrite = Write & Readonly<{ tells: string }>;

/** Keeps what a status looks like after a change; to be committed together with the request. */
export function keepStatus(store: NetworkStore, request: BridgeRequest, ordinal: number): StatusWrite {
  const { statusChanges } = store.tables;
  const row = { requestId: request.id, ordinal, at: request.updatedAt, body: statusFacts(request) };
  return {
    rows: 1,
    tells: request.id,
    build: (db) => insertRow(db, statusChanges, row),
  };
}

/**
 * The same store, which calls `tell` after each of its own commits with the requests whose status has
 * changed. Commits of other processes are not announced.
 */
export function announcing(store: NetworkStore, tell: (requestIds: readonly string[]) => void): NetworkStore {
  return {
    ...store,
    async commit(writes) {
      await store.commit(writes);
      const ids = writes.flatMap((write) => ("tells" in write ? [(write as StatusWrite).tells] : [])); // only keepStatus sets it
      if (ids.length > 0) tell(ids);
    },
  };
}

/** The newest change of a request's status, or undefined when there is no such request. */
export async function newestStatus(
  store: NetworkStore,
  requestId: string,
): Promise<StatusChange | undefined> {
  const { statusChanges } = store.tables;
  const [row] = await store.db
    .select()
    .from(statusChanges)
    .where(eq(statusChanges.requestId, requestId))
    .orderBy(desc(statusChanges.ordinal))
    .limit(1);
  return row && changeFromRow(row);
}

/**
 * The changes of several requests, each after its reader's ordinal, oldest first within a request. A
 * request's ordinals are committed in order (see saveRequest), so a reader that continues from the last one
 * misses none, from any process.
 */
export async function statusChangesAfter(
  store: NetworkStore,
  seen: ReadonlyMap<string, number>,
): Promise<readonly StatusChange[]> {
  const { statusChanges } = store.tables;
  const changes: StatusChange[] = [];
  for (const [ordinal, ids] of byOrdinal(seen)) {
    for (let from = 0; from < ids.length; from += IN_ONE_QUERY) {
      const some = ids.slice(from, from + IN_ONE_QUERY);
      const rows = await store.db
        .select()
        .from(statusChanges)
        .where(and(inArray(statusChanges.requestId, some), gt(statusChanges.ordinal, ordinal)))
        .orderBy(asc(statusChanges.requestId), asc(statusChanges.ordinal));
      changes.push(...rows.map(changeFromRow));
    }
  }
  return changes;
}

/** Requests live through a handful of changes, so there are few different ordinals, however many requests are followed. */
function byOrdinal(seen: ReadonlyMap<string, number>): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const [id, ordinal] of seen) {
    const group = groups.get(ordinal);
    if (group) group.push(id);
    else groups.set(ordinal, [id]);
  }
  return groups;
}

function changeFromRow({ body, ...row }: NetworkTables["statusChanges"]["$inferSelect"]): StatusChange {
  return { ...row, facts: body as StatusFacts }; // written by keepStatus only
}
