import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Write } from "../../db/driver.ts";
import type { BridgeRequest } from "../request.ts";
import { statusFacts, type StatusFacts } from "../status.ts";
import type { NetworkStore } from "./open.ts";

/** One change of a request's status. Ordinals of a request only grow, but need not be consecutive. */
export type StatusChange = Readonly<{ requestId: string; ordinal: number; at: number; facts: StatusFacts }>;

/** Keeps what a status looks like after a change; to be committed together with the request. */
export function keepStatus(store: NetworkStore, request: BridgeRequest, ordinal: number): Write {
  const { statusChanges } = store.tables;
  const row = { requestId: request.id, ordinal, at: request.updatedAt, body: statusFacts(request) };
  return {
    rows: 1,
    build: (db) => db.insert(statusChanges).values(row).returning({ ordinal: statusChanges.ordinal }),
  };
}

/** The changes of a request after the one with this ordinal, oldest first. */
export async function statusChangesAfter(
  store: NetworkStore,
  requestId: string,
  ordinal: number,
): Promise<readonly StatusChange[]> {
  const { statusChanges } = store.tables;
  const rows = await store.db
    .select()
    .from(statusChanges)
    .where(and(eq(statusChanges.requestId, requestId), gt(statusChanges.ordinal, ordinal)))
    .orderBy(asc(statusChanges.ordinal));
  return rows.map(({ body, ...row }) => ({ ...row, facts: body as StatusFacts })); // written by keepStatus only
}

/** The changes of several requests, all of them, oldest first within a request; for streams that catch up in one query. */
export async function statusChangesOf(
  store: NetworkStore,
  requestIds: readonly string[],
): Promise<readonly StatusChange[]> {
  if (requestIds.length === 0) return [];
  const { statusChanges } = store.tables;
  const rows = await store.db
    .select()
    .from(statusChanges)
    .where(inArray(statusChanges.requestId, [...requestIds]))
    .orderBy(asc(statusChanges.requestId), asc(statusChanges.ordinal));
  return rows.map(({ body, ...row }) => ({ ...row, facts: body as StatusFacts }));
}
