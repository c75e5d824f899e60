import { HttpFailure } from "../../../http-client/http.ts";
import type { Checkpoint, TokenTransfer, TransferFilter } from "../../../evm/reader/watchTransfers.ts";
import type { Instant } from "../../../values/time.ts";
import { proofOf } from "../crediting/transferProofs.ts";
import type { ChainPast } from "../reconciliation/reconciling.ts";

type Times = Readonly<{ from: Instant; to: Instant }>;

/**
 * Every transfer of some tokens to some recipients in the blocks from `from` on and before `to`, each once,
 * a range of blocks at a time. Throws HttpFailure when the chain cannot be read, or its answer is
 * incomplete.
 */
export async function* transfersBetween(
  { blockBefore, transfers }: ChainPast,
  chainId: number,
  filter: TransferFilter,
  { from, to }: Times,
): AsyncGenerator<TokenTransfer> {
  const end = await blockBefore(to);
  let known: readonly Checkpoint[] = [await blockBefore(from)];
  let told: ReadonlySet<string> = new Set(); // a look reads the last blocks of the one before again
  while (heightOf(known) < end.height) {
    const { transfers: found, checkpoints, unread } = await transfers(known, filter);
    if (unread.length > 0)
      throw new HttpFailure("broken", `The receipt of ${unread.join(", ")} is larger than the node gives.`);
    const fresh = found.filter((one) => !told.has(proofOf(chainId, one)));
    for (const one of fresh) if (one.at >= from && one.at < to) yield one;
    told = new Set(found.map((one) => proofOf(chainId, one)));
    if (heightOf(checkpoints) <= heightOf(known))
      // a node that goes back and forth would be read without end
      throw new HttpFailure(
        "broken",
        `The node of chain ${chainId} stopped at block ${heightOf(known)} of ${end.height}.`,
      );
    known = checkpoints;
  }
}

function heightOf(known: readonly Checkpoint[]): number {
  return known.at(-1)?.height ?? 0;
}
