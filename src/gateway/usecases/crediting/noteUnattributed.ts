import type { Unattributed } from "../../ports/booksPort.ts";
import type { Gateway } from "../../ports/ports.ts";

/** What a block paid to an address. */
export type Stray = Pick<
  Unattributed,
  "chainId" | "outpoint" | "address" | "currency" | "value" | "height" | "blockHash" | "blockTime"
>;

/**
 * Writes down what came to addresses of ours and is no invoice's: nobody's lease covered it. It is in the books from then on,
 * in the inbox, and a person can give it to an invoice. Payments to addresses that were never ours are ignored, and so is what
 * an invoice was credited with before its lease ended.
 */
export async function noteUnattributed(gateway: Gateway, strays: readonly Stray[]): Promise<void> {
  const [first] = strays;
  if (!first) return;
  const addresses = [...new Set(strays.map(({ address }) => address))];
  const holders = await gateway.store.formerHolders(first.chainId, addresses);
  for (const stray of strays) {
    const holder = holders.get(stray.address);
    if (holder) await keepStray(gateway, stray, holder);
  }
}

/** Whose the address was last, as far as anybody knows. */
export type FormerHolder = Pick<Unattributed, "storeId" | "lastInvoiceId">;

/** The same for one payment whose address had that holder. Changes nothing when an invoice has been credited with it. */
export async function keepStray(
  { store, clock, log }: Gateway,
  stray: Stray,
  { storeId, lastInvoiceId }: FormerHolder,
): Promise<void> {
  const { chainId, outpoint, address } = stray;
  if ((await store.depositOwner(chainId, outpoint)) !== undefined) return;
  await store.keepUnattributed({ ...stray, storeId, lastInvoiceId, seenAt: clock() });
  log.warn("payment.unattributed", { chain: chainId, outpoint, address, storeId, lastInvoiceId });
}

/** Takes back what was found in blocks that have left the best chain; it is found again where it comes again. */
export async function undoUnattributed(
  { store, clock }: Gateway,
  chainId: number,
  blockHashes: readonly string[],
): Promise<void> {
  for (const found of await store.unattributedIn(chainId, blockHashes)) {
    await store.undoUnattributed(found, clock());
  }
}
