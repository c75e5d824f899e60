import type { Write } from "../../../database/driver.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import {
  decideOwnOrder,
  nextOwnOrder,
  type OwnOrder,
  type OwnOrderKind,
} from "../../persistence/ownOrders.ts";
import type { SolverParts } from "../memory.ts";

const GOOD_FOR_MS = 10 * MINUTE_MS;
const REFUSED = {
  rebalance: "network.rebalance_order_refused",
  treasury: "network.treasury_order_refused",
} as const;

/** Signs the payment of an order together with the write that it is given. The reason why it is not made; undefined where it is. */
type Make = (order: OwnOrder, signed: Write) => Promise<string | undefined>;

/**
 * Makes what the operator has ordered, the oldest order of a chain first, or refuses it for good with the reason. Where `make`
 * throws, because the chain or the price sources gave no answer, the order is tried again until it is too old: prices were others
 * when it was ordered. True where there was an order.
 */
export async function carryOutNext(
  parts: SolverParts,
  chainId: number,
  kind: OwnOrderKind,
  make: Make,
): Promise<boolean> {
  const { store, clock, log } = parts;
  const order = await nextOwnOrder(store, chainId, kind);
  if (!order) return false;
  const { id, createdAt } = order;
  const reason =
    clock() - createdAt > GOOD_FOR_MS
      ? `it could not be made within ${GOOD_FOR_MS / MINUTE_MS} minutes`
      : await make(order, decideOwnOrder(store, id, { state: "signed" }));
  if (reason === undefined) return true;
  await store.commit([decideOwnOrder(store, id, { state: "refused", reason })]);
  log.warn(REFUSED[kind], { order: id, chain: chainId, reason });
  return true;
}
