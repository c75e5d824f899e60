import { and, asc, desc, eq, gte, lt } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";
import { paymentById, type Outbound } from "./outbound.ts";
import type { NetworkTables } from "./tables.ts";

/** A transfer to the treasury that the operator has ordered. */
export type TreasuryOrder = NetworkTables["treasuryOrders"]["$inferSelect"];

/** The name of a transfer's payment, which can exist once. */
export function treasuryPayment(id: string): string {
  return `treasury/${id}`;
}

/** The oldest order of a chain that is not decided; undefined without any. */
export async function nextTreasuryOrder(
  store: NetworkStore,
  chainId: number,
): Promise<TreasuryOrder | undefined> {
  const { treasuryOrders: orders } = store.tables;
  const [order] = await store.db
    .select()
    .from(orders)
    .where(and(eq(orders.chainId, chainId), eq(orders.state, "requested")))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(1);
  return order;
}

/** The orders of a chain with their payments, the newest first. */
export async function treasuryOrdersOf(
  store: NetworkStore,
  chainId: number,
  limit: number,
): Promise<readonly Readonly<{ order: TreasuryOrder; payment: Outbound | undefined }>[]> {
  const { treasuryOrders: orders } = store.tables;
  const found = await store.db
    .select()
    .from(orders)
    .where(eq(orders.chainId, chainId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
  return Promise.all(
    found.map(async (order) => ({ order, payment: await paymentById(store, treasuryPayment(order.id)) })),
  );
}

/** The newest transfers to treasuries, of all chains, whether ordered or not. */
export async function latestTransfers(store: NetworkStore, limit: number): Promise<readonly Outbound[]> {
  const { outbound } = store.tables;
  const isTransfer = and(gte(outbound.id, treasuryPayment("")), lt(outbound.id, "treasury0")); // "0" follows "/"
  return store.db.select().from(outbound).where(isTransfer).orderBy(desc(outbound.createdAt)).limit(limit);
}

/** Writes an order; a second one with its id is impossible. */
export function insertTreasuryOrder(store: NetworkStore, row: TreasuryOrder): Write {
  const { treasuryOrders: orders } = store.tables;
  return { rows: 1, build: (db) => db.insert(orders).values(row).returning({ id: orders.id }) };
}

/** Moves an order on that is still only requested. */
export function decideTreasuryOrder(
  store: NetworkStore,
  id: string,
  decided: Readonly<{ state: "signed" | "refused"; reason?: string }>,
): Write {
  const { treasuryOrders: orders } = store.tables;
  const open = and(eq(orders.id, id), eq(orders.state, "requested"));
  return { rows: 1, build: (db) => db.update(orders).set(decided).where(open).returning({ id: orders.id }) };
}
