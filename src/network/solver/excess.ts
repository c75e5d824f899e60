import type { Write } from "../../database/driver.ts";
import { childOf } from "../deposits/child.ts";
import { bookExcess } from "../ledger/book.ts";
import { draftWrites, newDraft } from "../observe.ts";
import { newRequestId, type NetworkParts } from "../parts.ts";
import { refundTarget } from "../refundTarget.ts";
import type { BridgeRequest } from "../request.ts";
import { depositsByIds, insertDeposit } from "../persistence/deposits.ts";
import type { DepositRow } from "../persistence/rows.ts";

/** The id of the part of a deposit that an exact output leaves over. */
export function excessId(depositId: string): string {
  return `${depositId}#excess`;
}

/**
 * The part of a deposit that a fill in a block leaves over is refunded as a child request of its own, with
 * a part of the original deposit, at its place. Idempotent. If the deposit's block is gone at this moment,
 * a person decides, because the money may never return. @param amount smallest units of the deposit's
 * currency
 */
export async function excessWrites(
  { store, clock, random }: Pick<NetworkParts, "store" | "clock" | "random">,
  request: BridgeRequest,
  amount: bigint,
): Promise<readonly Write[]> {
  const { deposit } = request;
  const refundTo = refundTarget(request);
  if (!deposit) throw new Error(`Request ${request.id} leaves something over of no deposit.`);
  const rows = await depositsByIds(store, [deposit.id, excessId(deposit.id)]);
  const whole = rows.find(({ id }) => id === deposit.id);
  if (!whole) throw new Error(`Deposit ${deposit.id} of request ${request.id} is not in the database.`);
  if (rows.length > 1) return [];
  const at = clock();
  const id = newRequestId(random);
  // It owes nothing to its block: the fill stands when the block goes, and so does what is owed.
  const part = { id: excessId(deposit.id), amount, blockHash: excessId(deposit.blockHash) };
  const isThere = whole.state === "confirmed" && refundTo !== undefined;
  const child: BridgeRequest = {
    ...childOf(request, id, at),
    ...(isThere
      ? ({ state: "refunding", refundTo } as const)
      : ({ state: "failure", refundFailReason: "MANUAL_REFUND_REQUIRED" } as const)),
    deposit: { ...deposit, ...part },
  };
  return [
    ...draftWrites(store, newDraft(child)),
    ...(await bookExcess(store, request.id, { ...deposit, ...part, requestId: id }, at)),
    insertDeposit(store, {
      ...whole,
      ...part,
      ...placeOf(whole),
      requestId: id,
      state: "confirmed",
      seenAt: at,
    }),
  ];
}

/** A sweep that is on its way may not know the part; then another one finds the address empty, and that is all. */
function placeOf({ custody, movedBy }: DepositRow): Pick<DepositRow, "custody" | "movedBy"> {
  return custody === "sweeping" ? { custody: "address", movedBy: null } : { custody, movedBy };
}
