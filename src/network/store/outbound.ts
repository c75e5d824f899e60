import { and, asc, eq, inArray, isNull, lte, or } from "drizzle-orm";
import type { Write } from "../../db/driver.ts";
import type { Instant } from "../../time.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

/** A transaction that was signed to be sent; it is stored before it is sent, and only ever sent as it was stored. */
export type Outbound = NetworkTables["outbound"]["$inferSelect"];
export type OutboundKind = "fill" | "refund";

const IN_ONE_QUERY = 500;

/** The oldest transactions of a kind whose outcome is not known. */
export async function openOutbound(
  store: NetworkStore,
  kind: OutboundKind,
  limit: number,
): Promise<readonly Outbound[]> {
  const { outbound } = store.tables;
  return store.db
    .select()
    .from(outbound)
    .where(and(eq(outbound.kind, kind), eq(outbound.state, "open")))
    .orderBy(asc(outbound.createdAt), asc(outbound.slot))
    .limit(limit);
}

/** Open transactions that were never sent, or last sent at `sentBefore` or earlier, in the order they were signed. */
export async function outboundToSend(
  store: NetworkStore,
  kind: OutboundKind,
  sentBefore: Instant,
  limit: number,
): Promise<readonly Outbound[]> {
  const { outbound } = store.tables;
  const due = or(isNull(outbound.sentAt), lte(outbound.sentAt, sentBefore));
  return store.db
    .select()
    .from(outbound)
    .where(and(eq(outbound.kind, kind), eq(outbound.state, "open"), due))
    .orderBy(asc(outbound.createdAt), asc(outbound.slot))
    .limit(limit);
}

/** The open refunds among some transaction ids. */
export async function openRefundsAmong(
  store: NetworkStore,
  txids: readonly string[],
): Promise<readonly Outbound[]> {
  const { outbound } = store.tables;
  const found: Outbound[] = [];
  for (let from = 0; from < txids.length; from += IN_ONE_QUERY) {
    const some = txids.slice(from, from + IN_ONE_QUERY);
    const open = and(eq(outbound.kind, "refund"), eq(outbound.state, "open"), inArray(outbound.hash, some));
    found.push(...(await store.db.select().from(outbound).where(open)));
  }
  return found;
}

/** Writes a signed transaction; a second one for the same request and kind, or for the same slot, is impossible. */
export function insertOutbound(store: NetworkStore, row: Outbound): Write {
  const { outbound } = store.tables;
  return { rows: 1, build: (db) => db.insert(outbound).values(row).returning({ hash: outbound.hash }) };
}

/** Notes that a transaction was handed to its chain. */
export function noteSent(store: NetworkStore, hash: string, sentAt: Instant): Write {
  const { outbound } = store.tables;
  return {
    rows: 1,
    build: (db) =>
      db.update(outbound).set({ sentAt }).where(eq(outbound.hash, hash)).returning({ hash: outbound.hash }),
  };
}

/** Closes an open transaction with its outcome. */
export function closeOutbound(store: NetworkStore, hash: string, outcome: "included" | "reverted"): Write {
  const { outbound } = store.tables;
  return {
    rows: 1,
    build: (db) =>
      db
        .update(outbound)
        .set({ state: outcome })
        .where(and(eq(outbound.hash, hash), eq(outbound.state, "open")))
        .returning({ hash: outbound.hash }),
  };
}

/** The stored next nonce of the solver on a chain; undefined before its first fill there. */
export async function storedNonce(store: NetworkStore, chainId: number): Promise<number | undefined> {
  const { nonces } = store.tables;
  const [row] = await store.db.select().from(nonces).where(eq(nonces.chainId, chainId)).limit(1);
  return row?.next;
}

/** Moves the stored nonce from what was read to `next`; when somebody else moved it, nothing of the batch is kept. */
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
