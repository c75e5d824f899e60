import { eq, sql } from "drizzle-orm";
import type { Sightable } from "../deposits/asked.ts";
import type { BridgeRequest, Hold, FailReason, RefundFailReason, ShownState } from "../request.ts";
import type { StatusSource } from "../status.ts";
import type { NetworkStore } from "./open.ts";
import { repeatedRead } from "./repeated.ts";
import { refuseImpossible } from "./rows.ts";

/**
 * What is shown of one request's status, or undefined. It is asked for more often than everything else, so it leaves out what a
 * request holds for its books, which is most of a row. Throws, naming the id, for a row that cannot be true.
 */
export async function requestStatus(
  store: NetworkStore,
  id: string,
): Promise<(StatusSource & Sightable) | undefined> {
  const [row] = await repeatedRead(store, "request_status", () => select(store))({ id });
  if (!row) return undefined;
  const { deposit } = row;
  refuseImpossible(row, deposit);
  return {
    id: row.id,
    state: row.state as BridgeRequest["state"], // one of NEXT's keys, checked above
    parent: row.parent ?? undefined,
    successor:
      row.successor === null ? undefined : { id: row.successor, state: row.successorState as ShownState }, // only ever written from requests
    method: row.method as BridgeRequest["method"], // so are the words below
    origin: { chainId: row.originChainId, currency: row.originCurrency },
    destination: { chainId: row.destinationChainId, currency: row.destinationCurrency },
    depositAddress: row.depositAddress ?? undefined,
    sighted: row.sighted ?? undefined,
    deposit: deposit ? { txHash: deposit.txHash } : undefined,
    fill: row.fillHash === null ? undefined : { hash: row.fillHash },
    refund: row.refundHash === null ? undefined : { hash: row.refundHash },
    failReason: (row.failReason ?? undefined) as FailReason | undefined,
    refundFailReason: (row.refundFailReason ?? undefined) as RefundFailReason | undefined,
    held: (row.held ?? undefined) as Hold | undefined,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function select({ db, tables: { requests: of, deposits } }: NetworkStore) {
  return db
    .select({
      ...{ id: of.id, state: of.state, parent: of.parent, method: of.method },
      ...{ successor: of.successor, successorState: of.successorState },
      ...{ originChainId: of.originChainId, originCurrency: of.originCurrency },
      ...{ destinationChainId: of.destinationChainId, destinationCurrency: of.destinationCurrency },
      ...{ depositAddress: of.depositAddress, sighted: of.sighted, depositId: of.depositId },
      ...{ fillHash: of.fillHash, refundHash: of.refundHash },
      ...{ failReason: of.failReason, refundFailReason: of.refundFailReason, held: of.held },
      ...{ createdAt: of.createdAt, updatedAt: of.updatedAt },
      deposit: { id: deposits.id, txHash: deposits.txHash, requestId: deposits.requestId },
    })
    .from(of)
    .leftJoin(deposits, eq(deposits.id, of.depositId))
    .where(eq(of.id, sql.placeholder("id")))
    .limit(1);
}
