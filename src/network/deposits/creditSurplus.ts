import { lastChange } from "../../evm/reader/evmBalances.ts";
import type { BlockHeader } from "../../bitcoin/reader/followBlocks.ts";
import { HttpFailure } from "../../http-client/http.ts";
import { sum } from "../../values/amount.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { isToken, keyOf, type Currency } from "../catalog.ts";
import type { EvmChain } from "../chains/evm.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { IssuedAddress } from "../persistence/addresses.ts";
import { depositsTo } from "../persistence/deposits.ts";
import { followedHeaders, whileFollowed } from "../persistence/headers.ts";
import { FOUND_BY_BALANCE, type DepositRow } from "../persistence/rows.ts";
import { sweptFrom } from "../persistence/sweeps.ts";
import { openDepositBook } from "./depositBook.ts";
import type { NamedTransaction } from "./hidden.ts";

/**
 * A depth at which a state counts as final: a reorganisation there would go unnoticed. More where the chain
 * is configured with more.
 */
export const SURELY_DEEP = 6;

/** The newest of a chain's followed headers (lowest first) that is surely deep; undefined while there are too few. */
export function deepHeader(
  { confirmations }: Pick<EvmChain, "confirmations">,
  followed: readonly BlockHeader[],
): BlockHeader | undefined {
  return followed.at(-Math.max(SURELY_DEEP, confirmations));
}

/**
 * Credits what an issued address got without a trace in blocks, in one currency of one EVM chain, and gives that amount (zero
 * when there is none). A contract that sends coins on in the middle of a call leaves no log, and what came before the chain was
 * followed was never read. What shows is the sum:
 *
 *   surplus = balance + what was swept − what blocks have shown − what was credited as surplus before
 *
 * The first three are those at the end of one followed block that is surely deep; the last is everything, for ever: such a
 * deposit belongs to no block, so that no reorganisation undoes it and has it found a second time. Nothing is credited twice:
 * every log up to that block was taken in before its header was kept, the batch is let in only while the header is still there,
 * and of two that count the same surplus the second finds its id taken (ConflictError). What is credited is confirmed with the
 * next poll.
 * @param named the deposit shows this transaction only where it can be believed to have brought it; without one it is searched
 */
export async function creditSurplus(
  parts: NetworkParts,
  issued: IssuedAddress,
  currency: Currency,
  named?: NamedTransaction,
): Promise<bigint> {
  const { store, clock, random, log } = parts;
  const { chainId } = currency;
  const chain = requireChain(parts.evm, chainId);
  const followed = await followedHeaders(store, chainId);
  const block = deepHeader(chain, followed);
  if (!block) return 0n;
  const rows = await depositsTo(store, chainId, issued.address);
  const series = `${chainId}:${issued.address}:balance:`;
  const isCounted = ({ id, currency: held, state, height }: DepositRow) =>
    held === currency.address &&
    (id.startsWith(series) || (state !== "undone" && height <= block.height)) &&
    !id.includes("#"); // a part of another
  const place = { chainId, address: issued.address, currency: currency.address };
  const swept = await sweptFrom(store, place, block.height);
  const token = isToken(currency) ? currency.address : undefined;
  const balanceAt = (hash: string) => chain.agreed.balanceAt(hash, issued.address as EvmAddress, token);
  const balance = await balanceAt(block.hash);
  const surplus = balance + swept - sum(rows.filter(isCounted).map(({ amount }) => amount));
  if (surplus <= 0n) return 0n;
  const upTo = followed.filter(({ height }) => height <= block.height);
  const bringer = named ?? (token ? undefined : await findBringer(chain, upTo, issued.address as EvmAddress));
  const arrival = upTo.find(({ hash }) => hash === bringer?.blockHash);
  const isBringer = arrival !== undefined && (await roseBy(surplus, arrival, balanceAt));
  const found = rows.filter(({ id }) => id.startsWith(series) && !id.includes("#")).length;
  const deposit = {
    ...keyOf(currency),
    id: `${series}${found}`,
    sender: undefined,
    amount: surplus,
    txHash: (isBringer && bringer?.txHash) || "",
    height: block.height,
    blockHash: `${block.hash}${FOUND_BY_BALANCE}`,
  };
  const book = openDepositBook(store, clock(), random, log);
  await book.credit(issued.requestId, issued.address, deposit, undefined);
  await store.commit([...book.writes(), whileFollowed(store, chainId, block)]);
  log.info("network.surplus_credited", { deposit: deposit.id, amount: String(surplus) });
  return surplus;
}

/**
 * True when a balance rose by exactly this in a block. Any account can name a transaction of its own that
 * brought a little, so it is shown as the source of the whole only when its block's change equals it.
 */
async function roseBy(
  amount: bigint,
  block: BlockHeader,
  balanceAt: (hash: string) => Promise<bigint>,
): Promise<boolean> {
  const [before, after] = await Promise.all(
    [block.previous, block.hash].map((at) => orUnknown(balanceAt(at))),
  );
  return before !== undefined && after !== undefined && after - before === amount;
}

/** Undefined where the chain gives no answer, such as for a pruned state. */
async function orUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof HttpFailure) return undefined;
    throw error;
  });
}

/**
 * The transaction that brought an account the native coins that it has at the end of some followed blocks
 * (lowest first), where it was an internal transfer and the node shows those. The block in which the
 * balance changed is searched. Undefined when it is not found; the caller must check the amount.
 */
async function findBringer(
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
