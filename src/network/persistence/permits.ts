import { and, eq, gte, isNull, sql } from "drizzle-orm";
import type { Instant } from "../../values/time.ts";
import type { NetworkStore } from "./open.ts";

/** Whose signatures are counted: of one account, of an API key, or of all callers without a key together. */
export type PermitsOf = Readonly<{ user: string } | { owner: string | undefined }>;

/** How many transactions handed in a signature since a moment and reverted, and how many are in no block yet. */
export async function countPermits(
  { db, tables: { outbound, requests } }: NetworkStore,
  of: PermitsOf,
  since: Instant,
): Promise<Readonly<{ reverted: number; open: number }>> {
  const mine =
    "user" in of
      ? eq(requests.user, of.user)
      : of.owner === undefined
        ? isNull(requests.owner)
        : eq(requests.owner, of.owner);
  const found = await db
    .select({ state: outbound.state, times: sql<number>`count(*)` })
    .from(outbound)
    .innerJoin(requests, eq(requests.id, outbound.requestId))
    .where(and(eq(outbound.kind, "permit"), gte(outbound.createdAt, since), mine))
    .groupBy(outbound.state);
  const times = (state: string) => Number(found.find((one) => one.state === state)?.times ?? 0); // PostgreSQL counts in text
  return { reverted: times("reverted"), open: times("open") };
}

/** A transaction that handed in a signature and reverted: on which chain, and what it cost in the chain's coin. */
export type FailedPermit = Readonly<{ chainId: number; fee: bigint | null }>;

/** The signatures that reverted since a moment. */
export async function failedPermits(
  { db, tables: { outbound } }: NetworkStore,
  since: Instant,
): Promise<readonly FailedPermit[]> {
  return db
    .select({ chainId: outbound.chainId, fee: outbound.fee })
    .from(outbound)
    .where(and(eq(outbound.kind, "permit"), gte(outbound.createdAt, since), eq(outbound.state, "reverted")));
}
