import type { Unattributed } from "../../ports/booksPort.ts";
import { findCoin } from "./findCoin.ts";
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

/** The last known holder of the address. */
export type FormerHolder = Pick<Unattributed, "storeId" | "lastInvoiceId">;

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
  const coin = await findCoin(gateway, chainId, stray.currency);
  await persistence.unattributed.keep({ ...stray, storeId, lastInvoiceId, seenAt: clock() }, coin);
  log.warn("payment.unattributed", { chain: chainId, outpoint, address, storeId, lastInvoiceId });
}

/** Takes back what was found in blocks that have left the best chain; it is found again where it comes again. */
export async function undoUnattributed(
  { persistence, clock }: Pick<Gateway, "clock" | "persistence">,
  chainId: number,
  blockHashes: readonly string[],
): Promise<void> {
  for (const found of await persistence.unattributed.inBlocks(chainId, blockHashes)) {
    await persistence.unattributed.undo(found, clock());
  }
}
