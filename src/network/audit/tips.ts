import type { EvmWatch } from "../../evm/reader/evmBlocks.ts";
import { HttpFailure } from "../../http-client/http.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { requireChain } from "../parts.ts";
import type { AuditParts } from "./auditParts.ts";
import { followedHeaders } from "../persistence/headers.ts";

/**
 * The block of a chain at which its balances are read. `isRead` means that the service has indexed every
 * block up to it: otherwise deposits may exist that the books lack.
 */
export type Tip = Readonly<{ chainId: number; height: number; hash: string; isRead: boolean }>;

const NOTHING: EvmWatch = {
  isWatched: () => Promise.resolve(new Set<string>()),
  tokens: [],
  events: { addresses: [], topics: [] },
};

/** The tip of a chain. Throws HttpFailure when the chain gave no answer. */
export async function tipOf(parts: AuditParts, chainId: number): Promise<Tip> {
  const known = await followedHeaders(parts.store, chainId);
  const followed = known.at(-1);
  if (chainId === BITCOIN_CHAIN_ID) {
    // Explorers report the present only, so the height is that of the last indexed block, unless there are
    // new ones.
    const { undone, joined } = await parts.bitcoin.news(known);
    const { height, hash } = joined.at(-1)?.header ?? followed ?? { height: 0, hash: "" };
    return { chainId, height, hash, isRead: undone.length === 0 && joined.length === 0 };
  }
  const chain = requireChain(parts.evm, chainId);
  const height = await chain.tipHeight();
  const block = await chain.block(height, NOTHING);
  if (!block) throw new HttpFailure("broken", `Chain ${chainId} does not have its own block ${height}.`);
  return { chainId, height, hash: block.hash, isRead: followed?.hash === block.hash };
}

/** What an address holds at the tip, in smallest units. Throws HttpFailure when the chain gave no answer. */
export function balanceAt(
  parts: AuditParts,
  { chainId, hash }: Tip,
  address: string,
  token: EvmAddress | undefined,
): Promise<bigint> {
  if (chainId === BITCOIN_CHAIN_ID) return parts.bitcoin.confirmedBalance(address);
  return requireChain(parts.evm, chainId).balanceAt(hash, address as EvmAddress, token); // ours, or issued by us
}
