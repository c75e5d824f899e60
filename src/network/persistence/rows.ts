import {
  NEXT,
  type AppFee,
  type BridgeRequest,
  type Call,
  type Hold,
  type Deposit,
  type FailReason,
  type RefundFailReason,
  type ShownState,
} from "../request.ts";
import type { NetworkTables } from "./tables.ts";

export type RequestRow = NetworkTables["requests"]["$inferSelect"];
export type DepositRow = NetworkTables["deposits"]["$inferSelect"];

/** Stands behind the block hash of a deposit that no block shows: no block has such a hash. */
export const FOUND_BY_BALANCE = "#balance";

/** True for a deposit that was found by the balance of its address (deposits/creditSurplus.ts). */
export function isFoundByBalance({ blockHash }: Pick<DepositRow, "blockHash">): boolean {
  return blockHash.endsWith(FOUND_BY_BALANCE);
}

/** A stored request, with its deposit's row where it has one. Throws, naming the id, for a row that cannot be true. */
export function requestFromRow(row: RequestRow, deposit: DepositRow | null): BridgeRequest {
  refuseImpossible(row, deposit);
  return {
    id: row.id,
    version: row.version,
    state: row.state as BridgeRequest["state"], // one of NEXT's keys, checked above
    parent: row.parent ?? undefined,
    successor:
      row.successor === null ? undefined : { id: row.successor, state: row.successorState as ShownState }, // only ever written from requests
    method: row.method as BridgeRequest["method"], // this and the words below are only ever written from requests
    operation: row.operation as BridgeRequest["operation"],
    user: row.user,
    recipient: row.recipient,
    refundTo: row.refundTo ?? undefined,
    recoveryAddress: row.recoveryAddress ?? undefined,
    referrer: row.referrer ?? undefined,
    owner: row.owner ?? undefined,
    origin: { chainId: row.originChainId, currency: row.originCurrency },
    destination: { chainId: row.destinationChainId, currency: row.destinationCurrency },
    tradeType: row.tradeType as BridgeRequest["tradeType"],
    strict: row.strict,
    expiresAt: row.expiresAt ?? undefined,
    appFees: row.appFees as readonly AppFee[],
    calls: (row.calls as readonly StoredCall[]).map((call) => ({ ...call, value: BigInt(call.value) })),
    depositAddress: row.depositAddress ?? undefined,
    addressIndex: row.addressIndex ?? undefined,
    slippageBps: row.slippageBps,
    floor:
      row.floorInput === null || row.floorOutput === null
        ? undefined
        : { input: row.floorInput, output: row.floorOutput, flat: row.floorFlat ?? 0n },
    promised: row.promised ?? undefined,
    taken: row.taken ?? undefined,
    quote: row.quote,
    sighted: row.sighted ?? undefined,
    deposit: deposit ? depositFromRow(deposit) : undefined,
    fill: row.fillHash === null ? undefined : { hash: row.fillHash },
    refund:
      row.refundHash === null || row.refundAmount === null
        ? undefined
        : { hash: row.refundHash, amount: row.refundAmount },
    failReason: (row.failReason ?? undefined) as FailReason | undefined, // an open list of words
    refundFailReason: (row.refundFailReason ?? undefined) as RefundFailReason | undefined,
    held: (row.held ?? undefined) as Hold | undefined,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

type StoredCall = Omit<Call, "value"> & Readonly<{ value: string }>;

/** A request as its row, with the version that the row gets. */
export function rowFromRequest(request: BridgeRequest, version: number): RequestRow {
  return {
    id: request.id,
    version,
    state: request.state,
    parent: request.parent ?? null,
    successor: request.successor?.id ?? null,
    successorState: request.successor?.state ?? null,
    method: request.method,
    operation: request.operation,
    user: request.user,
    recipient: request.recipient,
    refundTo: request.refundTo ?? null,
    recoveryAddress: request.recoveryAddress ?? null,
    referrer: request.referrer ?? null,
    owner: request.owner ?? null,
    originChainId: request.origin.chainId,
    originCurrency: request.origin.currency,
    destinationChainId: request.destination.chainId,
    destinationCurrency: request.destination.currency,
    tradeType: request.tradeType,
    strict: request.strict,
    expiresAt: request.expiresAt ?? null,
    appFees: request.appFees,
    calls: request.calls,
    depositAddress: request.depositAddress ?? null,
    addressIndex: request.addressIndex ?? null,
    slippageBps: request.slippageBps,
    floorInput: request.floor?.input ?? null,
    floorOutput: request.floor?.output ?? null,
    floorFlat: request.floor?.flat ?? null,
    promised: request.promised ?? null,
    taken: request.taken ?? null,
    quote: request.quote,
    sighted: request.sighted ?? null,
    depositId: request.deposit?.id ?? null,
    fillHash: request.fill?.hash ?? null,
    refundHash: request.refund?.hash ?? null,
    refundAmount: request.refund?.amount ?? null,
    failReason: request.failReason ?? null,
    refundFailReason: request.refundFailReason ?? null,
    held: request.held ?? null,
    createdAt: request.createdAt,
    updatedAt: request.updatedAt,
    place: placeOf(request),
  };
}

/** Where a request stands in lists: by creation, then by id. */
export function placeOf(request: Pick<BridgeRequest, "createdAt" | "id">): string {
  return `${String(request.createdAt).padStart(15, "0")}-${request.id}`;
}

/** A deposit as its row holds it. */
export function depositFromRow(row: DepositRow): Deposit {
  const { id, chainId, currency, txHash, amount, height, blockHash } = row;
  return { id, chainId, currency, txHash, amount, height, blockHash, sender: row.sender ?? undefined };
}

/** What a row is judged by. */
type Claims = Pick<
  RequestRow,
  "id" | "state" | "depositId" | "successor" | "failReason" | "method" | "fillHash" | "refundHash" | "held"
>;

/** Throws, naming the id, for a row that cannot be true. */
export function refuseImpossible(row: Claims, deposit: Pick<DepositRow, "id" | "requestId"> | null): void {
  const refuse = (what: string) => {
    throw new Error(
      `Request ${row.id} in the database cannot be true: ${what}. Restore a backup or mend the row.`,
    );
  };
  if (!Object.hasOwn(NEXT, row.state)) refuse(`its state is "${row.state}"`);
  if (row.depositId !== (deposit?.id ?? null)) refuse(`its deposit ${row.depositId} has no row`);
  const isSuperseded = row.state === "superseded";
  if (isSuperseded !== (row.successor !== null))
    refuse(`it is ${row.state} and its successor ${row.successor}`);
  const needsDeposit = row.state !== "waiting" && row.failReason !== "ORDER_EXPIRED" && !isSuperseded;
  if (needsDeposit && row.method !== "direct" && !deposit) refuse(`it is ${row.state} without a deposit`);
  if ((row.state === "filling" || row.state === "success") && row.fillHash === null) {
    refuse(`it is ${row.state} without a fill`);
  }
  if (row.state === "refund" && row.refundHash === null)
    refuse("it is refunded without a refund transaction");
  if (row.held !== null && row.state !== "pending" && row.state !== "refunding")
    refuse(`it is ${row.state} and held`);
  if (deposit && deposit.requestId !== row.id) refuse(`its deposit belongs to ${deposit.requestId}`);
}
