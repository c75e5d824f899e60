import { sum } from "../../money/amount.ts";
import type { EvmAddress } from "../../evm/address.ts";
import { isToken, keyOf, type Currency } from "../catalog.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { IssuedAddress } from "../store/addresses.ts";
import { depositsTo } from "../store/deposits.ts";
import { followedHeaders, whileFollowed } from "../store/headers.ts";
import { sweptFrom } from "../store/sweeps.ts";
import { openDepositBook } from "./depositBook.ts";

/**
 * Credits what an issued address got without a trace in blocks, in one currency of one EVM chain, and gives that amount (zero
 * when there is none). A contract that sends coins on in the middle of a call leaves no log, and what came before the chain was
 * followed was never read. What shows is the sum:
 *
 *   surplus = balance + what was swept − what was credited,     each up to one followed block
 *
 * Nothing is credited twice: every log up to that block was taken in before its header was kept, the batch is let in only while
 * the header is still there, and of two that count the same surplus the second finds its id taken (ConflictError). The block
 * is deep enough for the surplus to be confirmed with the next look.
 * @param txHash the transaction that is known to have brought it
 */
export async function creditSurplus(
  parts: NetworkParts,
  issued: IssuedAddress,
  currency: Currency,
  txHash = "",
): Promise<bigint> {
  const { store, clock, random, log } = parts;
  const { chainId } = currency;
  const chain = requireChain(parts.evm, chainId);
  const block = (await followedHeaders(store, chainId)).at(-chain.confirmations);
  if (!block) return 0n;
  const rows = await depositsTo(store, chainId, issued.address);
  const credited = rows.filter(
    ({ id, currency: held, state, height }) =>
      held === currency.address && state !== "undone" && height <= block.height && !id.includes("#"), // a part of another
  );
  const place = { chainId, address: issued.address, currency: currency.address };
  const swept = await sweptFrom(store, place, block.height);
  const token = isToken(currency) ? currency.address : undefined;
  const balance = await chain.balanceAt(block.hash, issued.address as EvmAddress, token);
  const surplus = balance + swept - sum(credited.map(({ amount }) => amount));
  if (surplus <= 0n) return 0n;
  const series = `${chainId}:${issued.address}:balance:`;
  const found = rows.filter(({ id }) => id.startsWith(series)).length;
  const deposit = {
    ...{ ...keyOf(currency), id: `${series}${found}`, txHash, sender: undefined, amount: surplus },
    ...{ height: block.height, blockHash: block.hash },
  };
  const book = openDepositBook(store, clock(), random, log);
  await book.credit(issued.requestId, issued.address, deposit, undefined);
  await store.commit([...book.writes(), whileFollowed(store, chainId, block)]);
  log.info("network.surplus_credited", { deposit: deposit.id, amount: String(surplus) });
  return surplus;
}
