import { moved } from "../../domain/payouts/payout.ts";
import type { FormerHolder, FundsBlock, Unattributed } from "../../ports/booksPort.ts";
import { bookFundsBlock } from "../books/bookStep.ts";
import { requirePayout } from "../payouts/managePayouts.ts";
import { findCoin } from "./findCoin.ts";
import { isRefundUnpaid } from "./isRefundUnpaid.ts";
import { takeRefundBack } from "./takeRefundBack.ts";
import type { Gateway } from "../gateway.ts";

type Noting = Pick<Gateway, "clock" | "log" | "persistence" | "service">;

/** What a block paid to an address. */
export type UnattributedPayment = Pick<
  Unattributed,
  "chainId" | "outpoint" | "address" | "currency" | "value" | "height" | "blockHash" | "blockTime" | "sender"
>;

/**
 * Records payments to addresses of ours that belong to no invoice because no lease covered them. Each is in
 * the books and in the inbox from then on, and can be assigned to an invoice. Payments to foreign addresses
 * are ignored, and so is what an invoice was credited with before its lease ended.
 */
export async function noteUnattributed(
  gateway: Noting,
  strays: readonly UnattributedPayment[],
): Promise<void> {
  const [first] = strays;
  if (!first) return;
  const addresses = [...new Set(strays.map(({ address }) => address))];
  const holders = await gateway.persistence.unattributed.formerHolders(first.chainId, addresses);
  for (const stray of strays) {
    const holder = holders.get(stray.address);
    if (holder) await recordUnattributed(gateway, stray, holder);
  }
}

/**
 * The same for one payment whose address had that holder. A no-op when an invoice has been credited with
 * it.
 */
export async function recordUnattributed(
  gateway: Noting,
  stray: UnattributedPayment,
  { storeId, lastInvoiceId }: FormerHolder,
): Promise<void> {
  const { persistence, clock, log } = gateway;
  const { chainId, outpoint, address } = stray;
  if ((await persistence.deposits.owner(chainId, outpoint)) !== undefined) return;
  const known = await persistence.unattributed.load(chainId, outpoint);
  if (known?.state === "undone" && known.refundId !== undefined) {
    const { height, blockHash, blockTime } = stray;
    return moveRefunded(gateway, known, { height, blockHash, blockTime });
  }
  const coin = await findCoin(gateway, chainId, stray.currency);
  await persistence.unattributed.keep({ ...stray, storeId, lastInvoiceId, seenAt: clock() }, coin);
  log.warn("payment.unattributed", { chain: chainId, outpoint, address, storeId, lastInvoiceId });
}

/**
 * Takes back what was found in blocks that have left the best chain; it is found again where it comes again. A refund whose
 * payment has not begun is cancelled. One that was paid stays, without the money that it refunds.
 */
export async function undoUnattributed(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence">,
  chainId: number,
  blockHashes: readonly string[],
): Promise<void> {
  const { persistence, clock } = gateway;
  for (const found of await persistence.unattributed.inBlocks(chainId, blockHashes)) {
    const rest = (await isRefundUnpaid(gateway, found)) ? await takeRefundBack(gateway, found) : found;
    if (rest.state === "open") await persistence.unattributed.undo(rest, clock());
    else await moveRefunded(gateway, rest, undefined);
  }
}

/** Takes funds whose refund is being paid or was paid out of their block, or puts them into another one. */
async function moveRefunded(
  gateway: Pick<Gateway, "clock" | "log" | "persistence">,
  found: Unattributed,
  block: FundsBlock["block"],
): Promise<void> {
  const { persistence, clock, log } = gateway;
  const { chainId, outpoint, refundId = "" } = found;
  const before = await requirePayout(gateway, refundId);
  const booking = await bookFundsBlock(gateway, before, found, block !== undefined);
  await persistence.payouts.keep({
    payout: { before, after: moved(before, {}) }, // its completion at this moment is a conflict
    block: { found, block },
    booked: { booking, at: clock() },
    announcements: [],
  });
  if (block) log.warn("payment.unattributed", { chain: chainId, outpoint, payout: refundId });
  else log.error("deposit.undone", { payout: refundId, chain: chainId, outpoint });
}
