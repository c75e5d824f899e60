import { createHash } from "node:crypto";
import { decodeEventLog, encodeEventTopics, type Hex } from "viem";
import type { EvmBlock } from "../../evm/reader/evmBlocks.ts";
import type { EvmLog } from "../../evm/reader/evmFollowerLogs.ts";
import type { EvmTransfer } from "../../evm/reader/evmFollowerTransfers.ts";
import { ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import { depositAddressFactoryAbi, depositoryAbi, swapDeskAbi } from "../../evm/codec/contracts.ts";
import type { ContractAddresses } from "../../evm/codec/deployment.ts";

/**
 * What a block brings, before it is known whose it is.
 *
 *   transfer   money to a watched address
 *   deposited  money in the depository, for the request that the caller named
 *   swapped    an order that the desk carried out
 *   collected  a piece of an ERC-721 or ERC-1155 collection at a watched address
 *
 * `id` names an arrival for ever, because what has an id that is known is never credited again: the chain, the transaction, and
 * "value" for a plain transfer of coins, else the place of its log among all logs of the transaction and a digest of what it
 * says. All of that stays the same when a reorganisation moves the transaction to another block (a log's number in its block
 * does not), and none of it depends on what is watched, configured or supported when the block is read a second time. The
 * digest is there because a contract may do one thing in one block and another thing in the next: a transfer of something
 * else, or to another account, is another one although it stands at the same place.
 */
export type Arrival = Readonly<{ id: string; txHash: string }> &
  (
    | Readonly<{ kind: "transfer"; to: EvmAddress; from: EvmAddress; token: EvmAddress; amount: bigint }>
    | Deposited
    | Readonly<{ kind: "swapped"; requestId: Hex; order: SwappedOrder }>
    | Readonly<{ kind: "collected"; to: EvmAddress; piece: Piece }>
  );

/**
 * `from` is a claim of the depository's caller. `swept` is the amount that the factory reports as swept
 * from the deposit address `from` with this: undefined without such a sweep.
 */
type Deposited = Readonly<{
  kind: "deposited";
  requestId: Hex;
  from: EvmAddress;
  token: EvmAddress;
  amount: bigint;
  swept: bigint | undefined;
}>;

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

/** The events of our contracts that report money. */
export function eventsOf({ Depository, DepositAddressFactory, SwapDesk }: ContractAddresses) {
  const topics = [
    ...encodeEventTopics({ abi: depositoryAbi, eventName: "RelayNativeDeposit" }),
    ...encodeEventTopics({ abi: depositoryAbi, eventName: "RelayErc20Deposit" }),
    ...encodeEventTopics({ abi: depositAddressFactoryAbi, eventName: "Swept" }),
    ...encodeEventTopics({ abi: swapDeskAbi, eventName: "Swapped" }),
  ].flatMap((topic) => topic ?? []);
  return { addresses: [Depository, DepositAddressFactory, SwapDesk], topics };
}

/** The arrivals of a block in their order. */
export function arrivalsIn(chainId: number, { transfers, events }: EvmBlock): readonly Arrival[] {
  const sweeps = sweepsIn(events);
  const found = [
    ...transfers.map((transfer) => ({ ...placeOf(transfer), ...read(transfer) })),
    ...events.flatMap((event) => {
      const meaning = readEvent(event, sweeps.get(event.logIndex + 1));
      return meaning ? [{ ...placeOf(event), ...meaning }] : [];
    }),
  ].sort((a, b) => a.log - b.log);
  return found.map(({ log, place, txHash, ...meaning }) => {
    const id = `${chainId}:${txHash}:${place}`;
    return { ...meaning, txHash, id: log < 0 ? id : `${id}:${digestOf(meaning)}` }; // a value is what its sender signed
  });
}

const DIGEST_LENGTH = 32; // of hexadecimal digits: a collision of 128 bits is infeasible

/** Ids are kept for ever, so the text that is digested must never change. */
function digestOf(meaning: Meaning): string {
  return createHash("sha256").update(contentOf(meaning).join(" ")).digest("hex").slice(0, DIGEST_LENGTH);
}

function contentOf(meaning: Meaning): readonly (string | bigint)[] {
  const { kind } = meaning;
  switch (kind) {
    case "transfer":
      return [kind, meaning.token, meaning.from, meaning.to, meaning.amount];
    case "deposited":
      return [kind, meaning.token, meaning.from, meaning.requestId, meaning.amount];
    case "swapped":
      return [kind, meaning.requestId]; // the desk carries out what was signed for it, once
    case "collected":
      return [kind, meaning.piece.token, meaning.to, meaning.piece.tokenId, meaning.piece.amount];
  }
}

/** Where an arrival stands in its block and in its transaction. A plain transfer has no log, and comes before all that have. */
function placeOf(found: EvmTransfer | EvmLog): { log: number; txHash: string; place: string } {
  if ("kind" in found && found.kind === "native") return { log: -1, txHash: found.hash, place: "value" };
  const { hash: txHash, logIndex: log, place } = found;
  const piece = "kind" in found && found.kind === "nft" && found.piece > 0 ? `.${found.piece}` : "";
  return { log, txHash, place: `${place}${piece}` };
}

type Sweep = Readonly<{ address: EvmAddress; token: EvmAddress; amount: bigint }>;

/**
 * Sweeps reported by the factory, by the number of its log in the block: the one right after the
 * depository's.
 */
function sweepsIn(events: readonly EvmLog[]): ReadonlyMap<number, Sweep> {
  const sweeps = new Map<number, Sweep>();
  for (const event of events) {
    const told = decode(event);
    if (told?.eventName !== "Swept") continue;
    const { depositAddress, token, amount } = told.args;
    sweeps.set(event.logIndex, { address: lower(depositAddress), token: lower(token), amount });
  }
  return sweeps;
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

/**
 * The meaning of an event of our contracts; undefined for other than an arrival. `next` is the sweep in the
 * following log.
 */
function readEvent(log: EvmLog, next: Sweep | undefined): Meaning | undefined {
  const event = decode(log);
  switch (event?.eventName) {
    case "RelayNativeDeposit":
      return deposited({ ...event.args, token: ZERO_ADDRESS }, next);
    case "RelayErc20Deposit":
      return deposited(event.args, next);
    case "Swapped": {
      const { id, tokenIn, tokenOut, recipient, ...amounts } = event.args;
      const order = { tokenIn: lower(tokenIn), tokenOut: lower(tokenOut), recipient: lower(recipient) };
      return { kind: "swapped", requestId: id, order: { ...order, ...amounts } };
    }
    default:
      return undefined;
  }
}

function deposited(
  told: Readonly<{ from: Hex; token: Hex; amount: bigint; id: Hex }>,
  next: Sweep | undefined,
): Deposited {
  const [from, token] = [lower(told.from), lower(told.token)];
  const isSwept = next?.address === from && next.token === token;
  const { amount, id: requestId } = told;
  return { kind: "deposited", requestId, from, token, amount, swept: isSwept ? next.amount : undefined };
}

const ABI = [...depositoryAbi, ...depositAddressFactoryAbi, ...swapDeskAbi] as const;

/** An event of our contracts; undefined for one that they cannot have sent. */
function decode({ topics: [signature, ...rest], data }: EvmLog) {
  if (!signature) return undefined;
  try {
    return decodeEventLog({ abi: ABI, topics: [signature, ...rest] as [Hex, ...Hex[]], data });
  } catch {
    return undefined; // only our contracts are listened to, so this is not one of their events
  }
}

function lower(address: string): EvmAddress {
  return address.toLowerCase() as EvmAddress; // decoded from an event, so an address
}
