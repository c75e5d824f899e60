import type { BitcoinAddress } from "../../bitcoin/address.ts";
import type { EvmAddress } from "../../evm/address.ts";
import {
  NEXT,
  type BridgeRequest,
  type Deposit,
  type FailReason,
  type RefundFailReason,
} from "../request.ts";
import type { NetworkTables } from "./tables.ts";

export type RequestRow = NetworkTables["requests"]["$inferSelect"];
export type DepositRow = NetworkTables["deposits"]["$inferSelect"];

/** A stored request, with its deposit's row where it has one. Throws, naming the id, for a row that cannot be true. */
export function requestFromRow(row: RequestRow, deposit: DepositRow | null): BridgeRequest {
  refuseImpossible(row, deposit);
  return {
    id: row.id,
    version: row.version,
    state: row.state as BridgeRequest["state"], // one of NEXT's keys, checked above
    parent: row.parent ?? undefined,
    user: row.user,
    recipient: row.recipient as EvmAddress, // stored from checked addresses only, like the three below
    refundTo: (row.refundTo ?? undefined) as BitcoinAddress | undefined,
    referrer: row.referrer ?? undefined,
    destinationChainId: row.destinationChainId,
    destinationCurrency: row.destinationCurrency as EvmAddress,
    depositAddress: row.depositAddress as BitcoinAddress,
    addressIndex: row.addressIndex,
    slippageBps: row.slippageBps,
    floor:
      row.floorInput === null || row.floorOutput === null
        ? undefined
        : { input: row.floorInput, output: row.floorOutput },
    promised: row.promised ?? undefined,
    quote: row.quote,
    deposit: deposit ? depositFromRow(deposit) : undefined,
    fill: row.fillHash === null ? undefined : { hash: row.fillHash },
    refund:
      row.refundTxid === null || row.refundAmount === null
        ? undefined
        : { txid: row.refundTxid, amount: row.refundAmount },
    failReason: (row.failReason ?? undefined) as FailReason | undefined, // an open list of words
    refundFailReason: (row.refundFailReason ?? undefined) as RefundFailReason | undefined,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** A request as its row, with the version that the row gets. */
export function rowFromRequest(request: BridgeRequest, version: number): RequestRow {
  return {
    id: request.id,
    version,
    state: request.state,
    parent: request.parent ?? null,
    user: request.user,
    recipient: request.recipient,
    refundTo: request.refundTo ?? null,
    referrer: request.referrer ?? null,
    destinationChainId: request.destinationChainId,
    destinationCurrency: request.destinationCurrency,
    depositAddress: request.depositAddress,
    addressIndex: request.addressIndex,
    slippageBps: request.slippageBps,
    floorInput: request.floor?.input ?? null,
    floorOutput: request.floor?.output ?? null,
    promised: request.promised ?? null,
    quote: request.quote,
    depositOutpoint: request.deposit?.outpoint ?? null,
    fillHash: request.fill?.hash ?? null,
    refundTxid: request.refund?.txid ?? null,
    refundAmount: request.refund?.amount ?? null,
    failReason: request.failReason ?? null,
    refundFailReason: request.refundFailReason ?? null,
    createdAt: request.createdAt,
    updatedAt: request.updatedAt,
    place: placeOf(request),
  };
}

/** Where a request stands in lists: by creation, then by id. */
export function placeOf(request: Pick<BridgeRequest, "createdAt" | "id">): string {
  return `${String(request.createdAt).padStart(15, "0")}-${request.id}`;
}

function depositFromRow(row: DepositRow): Deposit {
  return { outpoint: row.outpoint, amount: row.amount, height: row.height, blockHash: row.blockHash };
}

function refuseImpossible(row: RequestRow, deposit: DepositRow | null): void {
  const refuse = (what: string) => {
    throw new Error(
      `Request ${row.id} in the database cannot be true: ${what}. Restore a backup or mend the row.`,
    );
  };
  if (!Object.hasOwn(NEXT, row.state)) refuse(`its state is "${row.state}"`);
  if (row.depositOutpoint !== (deposit?.outpoint ?? null))
    refuse(`its deposit ${row.depositOutpoint} has no row`);
  if (row.state !== "waiting" && !deposit) refuse(`it is ${row.state} without a deposit`);
  if ((row.state === "filling" || row.state === "success") && row.fillHash === null) {
    refuse(`it is ${row.state} without a fill`);
  }
  if (row.state === "refund" && row.refundTxid === null)
    refuse("it is refunded without a refund transaction");
  if (deposit && deposit.requestId !== row.id) refuse(`its deposit belongs to ${deposit.requestId}`);
}
