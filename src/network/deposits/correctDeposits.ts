import type { EvmBlock } from "../../evm/reader/evmBlocks.ts";
import type { EvmChain } from "../chains/evm.ts";
import { NodesDisagree, NOTHING } from "../chains/nodePool.ts";
import type { NetworkParts } from "../parts.ts";
import type { DepositRow } from "../persistence/rows.ts";
import { forgetStrays } from "../persistence/strays.ts";
import { forgetSweeps } from "../persistence/sweeps.ts";
import { openDepositBook } from "./depositBook.ts";
import { arrivalsIn } from "./evmArrivals.ts";
import { takeInArrivals } from "./takeInArrivals.ts";
import { watchOn } from "./watchOn.ts";

/**
 * Takes back deposits that one node has shown and that, as enough others say, their blocks do not contain; and takes in what
 * these blocks contain, as enough nodes show it: one commit for each block. A block about which the nodes disagree waits.
 * Throws HttpFailure when too few nodes answer.
 */
export async function correctDeposits(
  parts: NetworkParts,
  chain: EvmChain,
  absent: readonly DepositRow[],
): Promise<void> {
  for (const hash of new Set(absent.map(({ blockHash }) => blockHash))) {
    const rows = absent.filter(({ blockHash }) => blockHash === hash);
    const block = await agreedBlock(parts, chain, rows[0]?.height ?? 0);
    if (block?.hash !== hash) continue;
    const { store, clock, random, log } = parts;
    for (const { id, requestId } of rows)
      log.error("network.deposit_corrected", {
        chain: chain.id,
        deposit: id,
        request: requestId,
        block: hash,
      });
    const book = openDepositBook(store, clock(), random, log);
    for (const row of rows) await book.undo(row);
    const arrivals = await takeInArrivals(parts, chain.id, book, [block]);
    await store.commit([
      ...book.writes(),
      ...(await forgetStrays(store, [hash])),
      ...(await forgetSweeps(store, [hash])),
      ...arrivals,
    ]);
  }
}

async function agreedBlock(
  parts: NetworkParts,
  chain: EvmChain,
  height: number,
): Promise<EvmBlock | undefined> {
  const watch = watchOn(parts, chain.id);
  try {
    return await chain.agreed.answer(
      `block ${height}`,
      (node) => node.block(height, watch),
      (block) => (block ? `${block.hash} with ${inWords(chain.id, block)}` : NOTHING),
    );
  } catch (error) {
    if (error instanceof NodesDisagree) return undefined;
    throw error;
  }
}

function inWords(chainId: number, block: EvmBlock): string {
  return JSON.stringify(arrivalsIn(chainId, block), (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
