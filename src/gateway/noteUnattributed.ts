import type { Unattributed } from "./booksPort.ts";
import type { Gateway } from "./ports.ts";

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
  const { store, clock, log } = gateway;
  const [first] = strays;
  if (!first) return;
  const addresses = [...new Set(strays.map(({ address }) => address))];
  const holders = await store.formerHolders(first.chainId, addresses);
  for (const stray of strays) {
    const holder = holders.get(stray.address);
    if (!holder || (await store.depositOwner(stray.chainId, stray.outpoint)) !== undefined) continue;
    await store.keepUnattributed({ ...stray, ...holder, seenAt: clock() });
    log.warn("payment.unattributed", { outpoint: stray.outpoint, address: stray.address, ...holder });
  }
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
