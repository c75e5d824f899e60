import type { Write } from "../../db/driver.ts";
import { childOf } from "../deposits/child.ts";
import { bookDeposit } from "../ledger/book.ts";
import { draftWrites, newDraft } from "../observe.ts";
import { newRequestId, type NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import { depositsByIds, saveSeenDeposit } from "../store/deposits.ts";

/**
 * Gives a deposit that is dust to a child request of its own, which is pending at once and decided like any other: what has to
 * be written with the request that goes on waiting. The deposit keeps its id, so that a reorganisation finds its new owner, and
 * the books owe it to the child.
 * @param request as it was, with the deposit
 */
export async function splitOffWrites(
  { store, clock, random }: Pick<NetworkParts, "store" | "clock" | "random">,
  request: BridgeRequest,
): Promise<readonly Write[]> {
  const { deposit } = request;
  const [row] = deposit ? await depositsByIds(store, [deposit.id]) : [];
  if (!deposit || !row || row.requestId !== request.id || row.state !== "confirmed")
    throw new Error(
      `The deposit of request ${request.id} cannot be split off: it is not there as confirmed.`,
    );
  const at = clock();
  const child: BridgeRequest = {
    ...childOf(request, newRequestId(random), at),
    state: "pending",
    deposit,
  };
  const moved = { ...row, requestId: child.id };
  return [
    ...draftWrites(store, newDraft(child)),
    saveSeenDeposit(store, row, moved),
    ...(await bookDeposit(store, child, moved, at)),
  ];
}
