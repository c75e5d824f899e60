import type { Write } from "../../db/driver.ts";
import { childOf } from "../deposits/child.ts";
import { bookExcess } from "../ledger/book.ts";
import { draftWrites, newDraft } from "../observe.ts";
import { newRequestId, type NetworkParts } from "../parts.ts";
import type { BridgeRequest, Deposit } from "../request.ts";
import { depositsByIds, insertDeposit } from "../store/deposits.ts";

/** The id of the part of a deposit that an exact output leaves over. */
export function excessId(depositId: string): string {
  return `${depositId}#excess`;
}

/**
 * What an exact output leaves over goes back as a child request of its own, whose deposit is a part of the one that came: it
 * lies where that lies.
 * @param amount smallest units of the deposit's currency
 */
export async function excessWrites(
  { store, clock, random }: Pick<NetworkParts, "store" | "clock" | "random">,
  request: BridgeRequest,
  deposit: Deposit,
  amount: bigint,
): Promise<readonly Write[]> {
  const [whole] = await depositsByIds(store, [deposit.id]);
  if (!whole) throw new Error(`Deposit ${deposit.id} of request ${request.id} is not in the database.`);
  const at = clock();
  const id = newRequestId(random);
  // It owes nothing to its block: the fill stands when the block goes, and so does what is owed.
  const part = { id: excessId(deposit.id), amount, blockHash: excessId(deposit.blockHash) };
  const child: BridgeRequest = {
    ...childOf(request, id, at),
    ...(request.refundTo === undefined
      ? ({ state: "failure", refundFailReason: "MANUAL_REFUND_REQUIRED" } as const)
      : ({ state: "refunding" } as const)),
    deposit: { ...deposit, ...part },
  };
  return [
    ...draftWrites(store, newDraft(child)),
    ...(await bookExcess(store, request.id, { ...deposit, ...part, requestId: id }, at)),
    insertDeposit(store, { ...whole, ...part, requestId: id, state: "confirmed", seenAt: at }),
  ];
}
