import { fromUnixSeconds } from "../../values/time.ts";
import { ZERO_ADDRESS, type EvmAddress } from "../codec/address.ts";
import type { EvmBlock, EvmHeader } from "./evmBlocks.ts";
import { evmHeadersAfter, evmNews } from "./evmFollower.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { transferPart } from "./evmTransferPart.ts";

/** What pays deposit addresses of an EVM chain, block by block. The questions are the same for ten addresses and for 100,000. */

/**
 * Money that a block brought to a watched address: smallest units of a token, or of the native coin (the
 * zero address). `id` is "<tx>:<part>", a permanent name across reorganisations (evmTransferPart.ts). Hash
 * and addresses are in lower case; `at` is the block's time in milliseconds.
 */
export type EvmArrival = Readonly<{
  id: string;
  address: EvmAddress;
  currency: EvmAddress;
  amount: bigint;
  height: number;
  blockHash: string;
  at: number;
}>;

export type DepositWatch = Readonly<{
  /** The tokens that are looked for, in lower case: all that the chain's catalogue has, not only those that are awaited. */
  tokens: readonly EvmAddress[];
  /** Which of these addresses matter; asked once a block, with every address that the block pays. */
  isWatched(addresses: readonly EvmAddress[]): Promise<ReadonlySet<string>>;
}>;

/**
 * The changes: blocks that left the best chain, arrivals in those that joined it, and the headers to keep
 * for the next poll (no more than 256). `joined` is the number of blocks that joined, `caughtUp` whether
 * they reach the node's tip. `unread` are transactions that paid a watched address, with a receipt larger
 * than the node gives or we accept: their arrivals are missing here.
 */
export type DepositNews = Readonly<{
  undone: readonly EvmHeader[];
  arrivals: readonly EvmArrival[];
  unread: readonly string[];
  joined: number;
  headers: readonly EvmHeader[];
  caughtUp: boolean;
}>;

/**
 * The news since the headers that are known (lowest first); without any it starts at the tip. Plain transactions and token
 * transfers are seen; coins that a contract sends on in the middle of a call are not. Throws HttpFailure when the node cannot
 * be asked, is behind what we know or contradicts itself: then nothing is news.
 */
export async function depositNews(
  rpc: BatchRpc,
  known: readonly EvmHeader[],
  watch: DepositWatch,
): Promise<DepositNews> {
  const news = await evmNews(rpc, known, { ...watch, onlyTokens: true });
  const headers = evmHeadersAfter(known, news);
  return {
    undone: news.undone,
    arrivals: news.joined.flatMap(arrivalsIn),
    unread: news.joined.flatMap(({ unread }) => unread),
    joined: news.joined.length,
    headers,
    caughtUp: headers.at(-1)?.hash === news.tip.hash,
  };
}

function arrivalsIn({ transfers, number: height, hash: blockHash, timestamp }: EvmBlock): EvmArrival[] {
  return transfers.flatMap((transfer): EvmArrival[] => {
    if (transfer.kind === "nft") return []; // a collectible is no money
    const { hash, to: address, value: amount } = transfer;
    const currency = transfer.kind === "native" ? ZERO_ADDRESS : transfer.token;
    const id = `${hash}:${transferPart(transfer)}`;
    return [{ id, address, currency, amount, height, blockHash, at: fromUnixSeconds(timestamp) }];
  });
}
