import { and, asc, count, desc, eq, inArray, isNull, min, or } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { BridgeRequest, CheckKind } from "../request.ts";
import type { NetworkStore } from "./open.ts";
import { isFree } from "./requests.ts";
import { requestFromRow } from "./rows.ts";
import type { NetworkTables } from "./tables.ts";

/** What a payment is for. */
export type CheckPurpose = "fill" | "refund";

export type CheckState = "clear" | "unanswered" | "held" | "served" | "refunded";

/** A check as it is stored; its version grows with each change. */
export type CheckRow = Omit<NetworkTables["checks"]["$inferSelect"], "purpose" | "kind" | "state"> &
  Readonly<{ purpose: CheckPurpose; kind: CheckKind; state: CheckState }>;

/** A request that waits for the operator, with the check that holds it. */
export type HeldRequest = Readonly<{ request: BridgeRequest; check: CheckRow }>;

/** What a request that is held, or could be, is about to pay. */
export function purposeOf({ state }: Pick<BridgeRequest, "state">): CheckPurpose {
  return state === "refunding" ? "refund" : "fill";
}

/** The checks of one kind of some requests, by request. */
export async function checksAmong(
  store: NetworkStore,
  requestIds: readonly string[],
  purpose: CheckPurpose,
  kind: CheckKind,
): Promise<ReadonlyMap<string, CheckRow>> {
  if (requestIds.length === 0) return new Map();
  const { checks } = store.tables;
  const rows = await store.db
    .select()
    .from(checks)
    .where(
      and(inArray(checks.requestId, [...requestIds]), eq(checks.purpose, purpose), eq(checks.kind, kind)),
    );
  return new Map(rows.map((row) => [row.requestId, row as CheckRow]));
}

/** Every check of a request, those that were decided last first. */
export async function checksOfRequest(store: NetworkStore, requestId: string): Promise<readonly CheckRow[]> {
  const { checks } = store.tables;
  const rows = await store.db
    .select()
    .from(checks)
    .where(eq(checks.requestId, requestId))
    .orderBy(desc(checks.decidedAt), asc(checks.kind), asc(checks.purpose));
  return rows as CheckRow[];
}

/** The requests that wait for the operator, those first that have waited the longest. */
export async function heldRequests(store: NetworkStore, limit: number): Promise<readonly HeldRequest[]> {
  const { checks, requests, deposits } = store.tables;
  const found = await store.db
    .select({ request: requests, deposit: deposits, check: checks })
    .from(checks)
    .innerJoin(requests, eq(requests.id, checks.requestId))
    .leftJoin(deposits, eq(deposits.id, requests.depositId))
    .where(and(eq(checks.state, "held"), holds(store)))
    .orderBy(asc(checks.since), asc(checks.requestId))
    .limit(limit);
  return found.map(({ request, deposit, check }) => ({
    request: requestFromRow(request, deposit),
    check: check as CheckRow,
  }));
}

/** The check is of what its request is about to pay, and holds it. */
function holds(store: NetworkStore) {
  const { checks, requests } = store.tables;
  return and(eq(requests.held, checks.kind), isNext(store));
}

function isNext({ tables: { checks, requests } }: NetworkStore) {
  return or(
    and(eq(checks.purpose, "fill"), eq(requests.state, "pending")),
    and(eq(checks.purpose, "refund"), eq(requests.state, "refunding"), isNull(requests.refundHash)),
  );
}

/** The check that holds a request, among its checks. */
export function holdingCheck(request: BridgeRequest, checks: readonly CheckRow[]): CheckRow | undefined {
  const purpose = purposeOf(request);
  return checks.find(
    (check) => check.kind === request.held && check.purpose === purpose && check.state === "held",
  );
}

/** How many requests are held, and how many wait for an answer; `since` is when the oldest of each began. */
export async function countWaiting(
  store: NetworkStore,
): Promise<Readonly<Record<"held" | "unanswered", Readonly<{ number: number; since: Instant | null }>>>> {
  const { checks, requests } = store.tables;
  const about = (state: "held" | "unanswered") => {
    const waits = state === "held" ? holds(store) : and(isFree(store), isNext(store));
    return store.db
      .select({ number: count(), since: min(checks.since) })
      .from(checks)
      .innerJoin(requests, eq(requests.id, checks.requestId))
      .where(and(eq(checks.state, state), waits));
  };
  const [[held], [unanswered]] = await Promise.all([about("held"), about("unanswered")]);
  const none = { number: 0, since: null };
  return { held: held ?? none, unanswered: unanswered ?? none };
}

/** Writes a check over the one that was read, or a new one; otherwise nothing of the batch is kept. */
export function saveCheck(
  store: NetworkStore,
  check: Omit<CheckRow, "version">,
  read: CheckRow | undefined,
): Write {
  const { checks } = store.tables;
  const row = { ...check, version: (read?.version ?? 0) + 1 };
  const isRead = and(
    eq(checks.requestId, check.requestId),
    eq(checks.purpose, check.purpose),
    eq(checks.kind, check.kind),
    eq(checks.version, read?.version ?? 0),
  );
  return {
    rows: 1,
    build: (db) =>
      read
        ? db.update(checks).set(row).where(isRead).returning({ version: checks.version })
        : db.insert(checks).values(row).onConflictDoNothing().returning({ version: checks.version }),
  };
}
