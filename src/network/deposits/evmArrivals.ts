import { decodeEventLog, encodeEventTopics, type Hex } from "viem";
import type { EvmBlock, EvmLog } from "../../chain/evmBlocks.ts";
import type { EvmTransfer } from "../../chain/evmFollowerTransfers.ts";
import { ZERO_ADDRESS, type EvmAddress } from "../../evm/address.ts";
import { depositoryAbi, swapDeskAbi } from "../../evm/contracts.ts";
import type { ContractAddresses } from "../../evm/deployment.ts";

/**
 * What a block brings, before it is known whose it is.
 *
 *   transfer   money to a watched address
 *   deposited  money in the depository, for the request that the caller named
 *   swapped    an order that the desk carried out
 *   collected  a piece of an ERC-721 or ERC-1155 collection at a watched address
 *
 * `id` names an arrival for ever: the chain, the transaction, and "value" for a plain transfer of coins, else its place among
 * the transaction's money at our addresses and contracts. A log's number in its block is of no use for that: it changes when a
 * reorganisation moves the transaction.
 */
export type Arrival = Readonly<{ id: string; txHash: string }> &
  (
    | Readonly<{ kind: "transfer"; to: EvmAddress; from: EvmAddress; token: EvmAddress; amount: bigint }>
    | Readonly<{ kind: "deposited"; requestId: Hex; from: EvmAddress; token: EvmAddress; amount: bigint }>
    | Readonly<{ kind: "swapped"; requestId: Hex; order: SwappedOrder }>
    | Readonly<{ kind: "collected"; to: EvmAddress; piece: Piece }>
  );

/** The order that the desk carried out. Currencies are token addresses, the zero address the native coin. */
export type SwappedOrder = Readonly<{
  tokenIn: string;
  amountIn: bigint;
  tokenOut: string;
  amountOut: bigint;
  recipient: string;
}>;

export type Piece = Readonly<{
  standard: "erc721" | "erc1155";
  token: string;
  tokenId: bigint;
  amount: bigint;
}>;

/** The events of our contracts that tell of money. */
export function eventsOf({ Depository, SwapDesk }: ContractAddresses) {
  const topics = [
    ...encodeEventTopics({ abi: depositoryAbi, eventName: "RelayNativeDeposit" }),
    ...encodeEventTopics({ abi: depositoryAbi, eventName: "RelayErc20Deposit" }),
    ...encodeEventTopics({ abi: swapDeskAbi, eventName: "Swapped" }),
  ].flatMap((topic) => topic ?? []);
  return { addresses: [Depository, SwapDesk], topics };
}

/**
 * The arrivals of a block in their order.
 * @param isSupported which tokens are currencies; the ids of their arrivals do not depend on what else a transaction moves
 */
export function arrivalsIn(
  chainId: number,
  block: EvmBlock,
  isSupported: (token: EvmAddress) => boolean,
): readonly Arrival[] {
  const found = [
    ...block.transfers.map((transfer) => ({
      log: logIndexOf(transfer),
      txHash: transfer.hash,
      ...read(transfer),
    })),
    ...block.events.flatMap((event) => {
      const meaning = readEvent(event);
      return meaning ? [{ log: event.logIndex, txHash: event.hash, ...meaning }] : [];
    }),
  ].sort((a, b) => a.log - b.log);
  const counts = new Map<string, number>();
  return found.map(({ log, ...arrival }) => {
    const kind = arrival.kind === "transfer" && !isSupported(arrival.token) ? "stray" : arrival.kind;
    const series = kind === "stray" || kind === "collected" ? `${arrival.txHash}:stray` : arrival.txHash;
    if (log < 0) return { ...arrival, id: `${chainId}:${arrival.txHash}:value` };
    const place = counts.get(series) ?? 0;
    counts.set(series, place + 1);
    return { ...arrival, id: `${chainId}:${series}:${place}` };
  });
}

/** A plain transfer has no log, and comes before those of its transaction. */
function logIndexOf(transfer: EvmTransfer): number {
  return transfer.kind === "native" ? -1 : transfer.logIndex;
}

type Meaning<T = Arrival> = T extends Arrival ? Omit<T, "id" | "txHash"> : never;

function read(transfer: EvmTransfer): Meaning {
  const { from, to } = transfer;
  if (transfer.kind === "native")
    return { kind: "transfer", from, to, token: ZERO_ADDRESS, amount: transfer.value };
  if (transfer.kind === "erc20")
    return { kind: "transfer", from, to, token: transfer.token, amount: transfer.value };
  const { standard, token, tokenId, amount } = transfer;
  return { kind: "collected", to, piece: { standard, token, tokenId, amount } };
}

/** What an event of our contracts says; undefined for one that they cannot have sent. */
function readEvent({ topics, data }: EvmLog): Meaning | undefined {
  const [signature, ...rest] = topics;
  if (!signature) return undefined;
  try {
    const log = { topics: [signature, ...rest] as [Hex, ...Hex[]], data };
    const event = decodeEventLog({ abi: [...depositoryAbi, ...swapDeskAbi], ...log });
    switch (event.eventName) {
      case "RelayNativeDeposit": {
        const { from, amount, id } = event.args;
        return { kind: "deposited", requestId: id, from: lower(from), token: ZERO_ADDRESS, amount };
      }
      case "RelayErc20Deposit": {
        const { from, token, amount, id } = event.args;
        return { kind: "deposited", requestId: id, from: lower(from), token: lower(token), amount };
      }
      case "Swapped": {
        const { id, tokenIn, tokenOut, recipient, ...amounts } = event.args;
        const order = { tokenIn: lower(tokenIn), tokenOut: lower(tokenOut), recipient: lower(recipient) };
        return { kind: "swapped", requestId: id, order: { ...order, ...amounts } };
      }
      default:
        return undefined;
    }
  } catch {
    return undefined; // only our contracts are listened to, so this is not one of their events
  }
}

function lower(address: string): EvmAddress {
  return address.toLowerCase() as EvmAddress; // decoded from an event, so an address
}
