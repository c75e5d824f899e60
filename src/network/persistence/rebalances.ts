import { and, asc, desc, eq } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";
import type { Outbound } from "./outbound.ts";
import type { NetworkTables } from "./tables.ts";

/** A swap between the service's own coins that the operator has ordered. */
export type RebalanceOrder = NetworkTables["rebalances"]["$inferSelect"];

/** The name of an ordered swap's payment, which can exist once. */
export function rebalancePayment(orderId: string): string {
  return `rebalance/${orderId}`;
}

/** The oldest order of a chain that is not decided; undefined without any. */
export async function nextRebalanceOrder(
  store: NetworkStore,
  chainId: number,
): Promise<RebalanceOrder | undefined> {
  const { rebalances } = store.tables;
  const [order] = await store.db
    .select()
    .from(rebalances)
    .where(and(eq(rebalances.chainId, chainId), eq(rebalances.state, "requested")))
    .orderBy(asc(rebalances.createdAt), asc(rebalances.id))
    .limit(1);
  return order;
}

/** The orders of a chain with their payments, the newest first. */
export async function rebalanceOrders(
  store: NetworkStore,
  chainId: number,
  limit: number,
): Promise<readonly Readonly<{ order: RebalanceOrder; payment: Outbound | undefined }>[]> {
  const { rebalances, outbound } = store.tables;
  const orders = await store.db
    .select()
    .from(rebalances)
    .where(eq(rebalances.chainId, chainId))
    .orderBy(desc(rebalances.createdAt), desc(rebalances.id))
    .limit(limit);
  return Promise.all(
    orders.map(async (order) => {
      const id = rebalancePayment(order.id);
      const [payment] = await store.db.select().from(outbound).where(eq(outbound.id, id)).limit(1);
      return { order, payment };
    }),
  );
}

/** Writes an order; a second one with its id is impossible. */
export function insertRebalanceOrder(store: NetworkStore, row: RebalanceOrder): Write {
  const { rebalances } = store.tables;
  return { rows: 1, build: (db) => db.insert(rebalances).values(row).returning({ id: rebalances.id }) };
}

/** Moves an order on that is still only requested. */
export function decideRebalanceOrder(
  store: NetworkStore,
  id: string,
  decided: Readonly<{ state: "signed" | "refused"; reason?: string }>,
): Write {
  const { rebalances } = store.tables;
  const open = and(eq(rebalances.id, id), eq(rebalances.state, "requested"));
  return {
    rows: 1,
    build: (db) => db.update(rebalances).set(decided).where(open).returning({ id: rebalances.id }),
  };
}
