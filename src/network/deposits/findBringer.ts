import type { BlockHeader } from "../../chain/followBlocks.ts";
import { HttpFailure } from "../../chain/http.ts";
import type { EvmAddress } from "../../evm/address.ts";
import type { EvmChain } from "../chains/evm.ts";
import type { NamedTransaction } from "./hidden.ts";

const REMEMBERED_BLOCKS = 100; // nodes that are no archives remember the state of 128

/**
 * The transaction that brought an account the native coins that it has at the end of some followed blocks (lowest first), where
 * one of their calls did and the node shows calls. It is searched in the block in which the balance became what it is. Undefined
 * when it cannot be told; whoever shows it has to check the amount.
 */
export async function findBringer(
  chain: Pick<EvmChain, "balancesAt" | "payersInside">,
  blocks: readonly BlockHeader[],
  owner: EvmAddress,
): Promise<NamedTransaction | undefined> {
  try {
    const block = await lastChange(chain, blocks.slice(-REMEMBERED_BLOCKS), owner);
    const [txHash, ...more] = block ? await chain.payersInside(block.hash, owner) : [];
    return block && txHash !== undefined && more.length === 0 ? { txHash, blockHash: block.hash } : undefined;
  } catch (error) {
    if (error instanceof HttpFailure) return undefined; // the deposit is credited without its transaction
    throw error;
  }
}

/** The first block with the balance that the last one has: a search by halves, because a balance seldom changes. */
async function lastChange(
  chain: Pick<EvmChain, "balancesAt">,
  blocks: readonly BlockHeader[],
  owner: EvmAddress,
): Promise<BlockHeader | undefined> {
  const balanceAt = async (index: number) => (await chain.balancesAt(blocks[index]?.hash ?? "", [owner]))[0];
  let [low, high] = [0, blocks.length - 1];
  const now = await balanceAt(high);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await balanceAt(middle)) === now) high = middle;
    else low = middle + 1;
  }
  return blocks[high];
}
