import type { ChainNews } from "../../chain/followBlocks.ts";
import type { Write } from "../../db/driver.ts";
import type { NetworkParts } from "../parts.ts";
import { closeOutbound, openPaymentsAmong } from "../store/outbound.ts";
import type { DepositBook } from "./depositBook.ts";

/** Our own Bitcoin transactions are noticed in the blocks that are read anyway, so they cost no further calls. */
export async function takeInPayments(
  { store, clock }: NetworkParts,
  book: DepositBook,
  news: ChainNews,
): Promise<readonly Write[]> {
  const writes: Write[] = [];
  for (const block of news.joined) {
    const txids = [...new Set(block.outputs.map(({ txid }) => txid))];
    for (const { outbound, attempts } of await openPaymentsAmong(store, txids)) {
      const hash = attempts.find((attempt) => txids.includes(attempt.hash))?.hash ?? null;
      writes.push(closeOutbound(store, outbound.id, { state: "included", hash, fee: null, at: clock() }));
      if (outbound.requestId === null || hash === null) continue;
      if (outbound.kind === "refund")
        await book.tell(outbound.requestId, { kind: "refund-included", hash, at: clock() });
      if (outbound.kind === "fill")
        await book.tell(outbound.requestId, { kind: "fill-included", hash, at: clock() });
    }
  }
  return writes;
}
