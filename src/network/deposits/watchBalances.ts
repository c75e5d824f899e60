import { DAY_MS, HOUR_MS } from "../../values/time.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { nativeOf } from "../solver/worth.ts";
import { nextPage } from "../solver/pages.ts";
import { addressesIssued, issuedAmong, type QuotedAddress } from "../persistence/addresses.ts";
import { followedHeaders } from "../persistence/headers.ts";
import { sweptBetween } from "../persistence/sweeps.ts";
import { deepHeader } from "./creditSurplus.ts";

const PER_TURN = 1_000; // of each list
const YOUNG_MS = HOUR_MS;
const WATCHED_MS = 30 * DAY_MS;
const MOST_REMEMBERED = 100_000;

/**
 * Follows the native balances of an EVM chain's deposit addresses, for transfers that blocks do not show: a
 * smart wallet or a batch payout sends coins within a call. One check for each block that has become final,
 * of the addresses that were quoted for this coin in the last hour and of some older ones in turn, up to
 * thirty days. An address with a changed balance is passed to hidden.ts and compared with its deposits
 * there; so is one that was swept, because a sweep includes unnoticed coins. In memory: after a restart
 * every balance is new.
 */
export function createBalanceWatcher(parts: NetworkParts, chainId: number): () => Promise<void> {
  const { store, hidden, clock } = parts;
  const currency = nativeOf(parts, chainId);
  const memory = { pages: new Map<string, string>() };
  const seen = new Map<string, bigint>();
  let looked: Readonly<{ height: number; hash: string }> | undefined;

  const listed = (list: string, from: number) =>
    nextPage(memory, {
      list,
      limit: PER_TURN,
      placeOf: ({ place }: QuotedAddress) => place,
      read: (after, limit) =>
        addressesIssued(store, { chainId, currency: currency.address }, { from, after, limit }),
    });
  return async () => {
    const chain = requireChain(parts.evm, chainId);
    const followed = await followedHeaders(store, chainId);
    const deep = deepHeader(chain, followed);
    if (!deep || deep.hash === looked?.hash) return;
    const now = clock();
    const rows = [...(await listed("young", now - YOUNG_MS)), ...(await listed("all", now - WATCHED_MS))];
    const addresses = [...new Set(rows.map(({ address }) => address))];
    const balances = await chain.balancesAt(deep.hash, addresses as EvmAddress[]); // of EVM quotes
    const changed = addresses.filter((address, index) => (seen.get(address) ?? 0n) !== balances[index]);
    const swept = await sweptBetween(
      store,
      currency,
      looked?.height ?? followed[0]?.height ?? deep.height,
      deep.height,
    );
    const issued = await issuedAmong(store, [...new Set([...changed, ...swept])]);
    for (const one of issued.values())
      hidden.note({ issued: one, currency, named: undefined, height: deep.height });
    if (seen.size > MOST_REMEMBERED) seen.clear();
    for (const [index, address] of addresses.entries()) seen.set(address, balances[index] ?? 0n);
    looked = deep;
  };
}
