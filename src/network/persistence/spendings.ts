import { and, asc, count, desc, eq, gt } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";
import type { NetworkStore } from "./open.ts";

/** Who pays for requests: the filler their fills, the refunder their refunds. */
export type Role = "filler" | "refunder";

/** What a payment of a request was worth when it was signed, in 10^-8 US dollars. */
export type Spending = Readonly<{ requestId: string; usd: UsdPrice; at: Instant }>;

/** Spendings of a role as they are numbered: 1, 2, 3 … */
export type NumberedSpending = Spending & Readonly<{ number: number }>;

/** The number of a role's latest spending; 0 without any. */
export async function latestSpending(store: NetworkStore, role: Role): Promise<number> {
  const { spendings } = store.tables;
  const [row] = await store.db
    .select({ number: spendings.number })
    .from(spendings)
    .where(eq(spendings.role, role))
    .orderBy(desc(spendings.number))
    .limit(1);
  return row?.number ?? 0;
}

/** A role's spendings behind a number and after a moment, in their order. */
export async function spendingsAfter(
  store: NetworkStore,
  role: Role,
  { number, at }: Readonly<{ number: number; at: Instant }>,
): Promise<readonly NumberedSpending[]> {
  const { spendings } = store.tables;
  const { requestId, usd } = spendings;
  return store.db
    .select({ number: spendings.number, requestId, usd, at: spendings.at })
    .from(spendings)
    .where(and(eq(spendings.role, role), gt(spendings.number, number), gt(spendings.at, at)))
    .orderBy(asc(spendings.number));
}

/** Writes a spending under its number: of two signers that have read the same spendings only one can have the next. */
export function insertSpending(
  store: NetworkStore,
  role: Role,
  { number, requestId, usd, at }: NumberedSpending,
): Write {
  const { spendings } = store.tables;
  const row = { role, number, requestId, usd, at };
  return {
    rows: 1,
    build: (db) =>
      db.insert(spendings).values(row).onConflictDoNothing().returning({ number: spendings.number }),
  };
}

/** How many payments of a role wait for room in its daily limit. */
export async function countWaitingForRoom(store: NetworkStore, role: Role): Promise<number> {
  const { requests } = store.tables;
  const state = role === "filler" ? "pending" : "refunding";
  const [found] = await store.db
    .select({ number: count() })
    .from(requests)
    .where(and(eq(requests.state, state), eq(requests.held, "limit")));
  return found?.number ?? 0;
}
