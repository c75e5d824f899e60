import { lastChange } from "../../evm/reader/evmBalances.ts";
import type { BlockHeader } from "../../bitcoin/reader/followBlocks.ts";
import { HttpFailure } from "../../http-client/http.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import type { EvmChain } from "../chains/evm.ts";
import type { NamedTransaction } from "./hidden.ts";

/**
 * The transaction that brought an account the native coins that it has at the end of some followed blocks
 * (lowest first), where it was an internal transfer and the node shows those. The block in which the
 * balance changed is searched. Undefined when it is not found; the caller must check the amount.
 */
export async function findBringer(
  { balancesAt, payersInside }: Pick<EvmChain, "balancesAt" | "payersInside">,
  blocks: readonly BlockHeader[],
  owner: EvmAddress,
): Promise<NamedTransaction | undefined> {
  try {
    const block = await lastChange(balancesAt, blocks, owner);
    const [txHash, ...more] = block ? await payersInside(block.hash, owner) : [];
    return block && txHash !== undefined && more.length === 0 ? { txHash, blockHash: block.hash } : undefined;
  } catch (error) {
    if (error instanceof HttpFailure) return undefined; // the deposit is credited without its transaction
    throw error;
  }
}
