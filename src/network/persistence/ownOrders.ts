import { and, asc, desc, eq } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";
import { paymentById, type Outbound } from "./outbound.ts";
import type { NetworkTables } from "./tables.ts";

/** What the operator orders for the service's own coins: a swap between two of them, or a transfer to the treasury. */
export type OwnOrderKind = "rebalance" | "treasury";

/** An order of the operator for the service's own coins. */
export type OwnOrder = NetworkTables["ownOrders"]["$inferSelect"] & Readonly<{ kind: OwnOrderKind }>;

/** The name of an order's payment, which can exist once. */
export function ownPayment(kind: OwnOrderKind, id: string): string {
  return `${kind}/${id}`;
}

/** The oldest order of a chain that is not decided; undefined without any. */
export async function nextOwnOrder(
  store: NetworkStore,
  chainId: number,
  kind: OwnOrderKind,
): Promise<OwnOrder | undefined> {
  const { ownOrders: orders } = store.tables;
  const [order] = await store.db
    .select()
    .from(orders)
    .where(and(eq(orders.kind, kind), eq(orders.chainId, chainId), eq(orders.state, "requested")))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(1);
  return order && { ...order, kind };
}

/** Orders of a chain with their payments, the newest first. */
export async function ownOrdersOf(
  store: NetworkStore,
  chainId: number,
  kind: OwnOrderKind,
  limit: number,
): Promise<readonly Readonly<{ order: OwnOrder; payment: Outbound | undefined }>[]> {
  const { ownOrders: orders } = store.tables;
  const found = await store.db
    .select()
    .from(orders)
    .where(and(eq(orders.kind, kind), eq(orders.chainId, chainId)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
  return Promise.all(
    found.map(async (order) => {
      const payment = await paymentById(store, ownPayment(kind, order.id));
      return { order: { ...order, kind }, payment };
    }),
  );
}

/** Writes an order; a second one with its id is impossible. */
export function insertOwnOrder(store: NetworkStore, row: OwnOrder): Write {
  const { ownOrders: orders } = store.tables;
  return { rows: 1, build: (db) => db.insert(orders).values(row).returning({ id: orders.id }) };
}

/** Moves an order on that is still only requested. */
export function decideOwnOrder(
  store: NetworkStore,
  id: string,
  decided: Readonly<{ state: "signed" | "refused"; reason?: string }>,
): Write {
  const { ownOrders: orders } = store.tables;
  const open = and(eq(orders.id, id), eq(orders.state, "requested"));
  return { rows: 1, build: (db) => db.update(orders).set(decided).where(open).returning({ id: orders.id }) };
}
