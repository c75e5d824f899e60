import type { Hex } from "viem";
import { decodeAbiParameters, encodeAbiParameters, size, slice, toEventSelector } from "viem/utils";
import { ZERO_ADDRESS, type EvmAddress } from "../codec/address.ts";
import type { RawLog } from "./evmFollowerWire.ts";

/**
 * Money or a collectible that went from one account to another; `hash` is the transaction's, `logIndex` counts the logs of the
 * block and `place` those of the transaction, both from zero. Amounts are smallest units.
 */
export type EvmTransfer = NativeTransfer | Erc20Transfer | NftTransfer;

/** The value of a plain transaction. A transaction moves one, so its index is the word "value". */
export type NativeTransfer = Readonly<{
  kind: "native";
  hash: Hex;
  index: "value";
  from: EvmAddress;
  to: EvmAddress;
  value: bigint;
}>;

export type Erc20Transfer = Readonly<{
  kind: "erc20";
  hash: Hex;
  logIndex: number;
  place: number;
  token: EvmAddress;
  from: EvmAddress;
  to: EvmAddress;
  value: bigint;
}>;

/** Pieces of one token id. A TransferBatch gives one for each id, all with the log's index; `piece` counts them. */
export type NftTransfer = Readonly<{
  kind: "nft";
  standard: "erc721" | "erc1155";
  hash: Hex;
  logIndex: number;
  place: number;
  token: EvmAddress;
  from: EvmAddress;
  to: EvmAddress;
  tokenId: bigint;
  amount: bigint;
  piece: number;
}>;

const TRANSFER = toEventSelector("Transfer(address,address,uint256)"); // of ERC-20 and ERC-721 alike
const TRANSFER_SINGLE = toEventSelector("TransferSingle(address,address,address,uint256,uint256)");
const TRANSFER_BATCH = toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])");

/** The first topics of all transfer events. */
export const TRANSFER_TOPICS: readonly Hex[] = [TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH];

const BATCH_TYPES = [{ type: "uint256[]" }, { type: "uint256[]" }] as const;
const LONGEST_BATCH = 100; // ids; larger batches to one address only fill the disk
const LONGEST_BATCH_BYTES = 32 * (4 + 2 * LONGEST_BATCH);

/** The place in the transaction is not in a log. */
type Unplaced = Omit<Erc20Transfer, "place"> | Omit<NftTransfer, "place">;

/**
 * The transfers of a log. A log that deviates from the standard is ignored: any contract can emit anything,
 * and a half-understood transfer is worse than none.
 */
export function transfersIn(log: RawLog): readonly Unplaced[] {
  const [event, ...topics] = log.topics;
  if (event === TRANSFER && topics.length === 2) return erc20Transfer(log, topics);
  if (event === TRANSFER && topics.length === 3) return erc721Transfer(log, topics);
  if (event === TRANSFER_SINGLE && topics.length === 3) return singleTransfer(log, topics);
  if (event === TRANSFER_BATCH && topics.length === 3) return batchTransfer(log, topics);
  return [];
}

function erc20Transfer(log: RawLog, topics: readonly Hex[]): readonly Unplaced[] {
  const [from, to] = topics.map(addressIn);
  if (!from || !to || size(log.data) !== 32) return [];
  return [{ kind: "erc20", ...placeOf(log), from, to, value: BigInt(log.data) }];
}

function erc721Transfer(log: RawLog, [fromTopic, toTopic, id]: readonly Hex[]): readonly Unplaced[] {
  const from = addressIn(fromTopic);
  const to = addressIn(toTopic);
  if (!from || !to || !id || size(log.data) !== 0) return [];
  const token = { tokenId: BigInt(id), amount: 1n, piece: 0 };
  return [{ kind: "nft", standard: "erc721", ...placeOf(log), from, to, ...token }];
}

function singleTransfer(log: RawLog, topics: readonly Hex[]): readonly Unplaced[] {
  const [operator, from, to] = topics.map(addressIn);
  if (!operator || !from || !to || size(log.data) !== 64) return [];
  const token = { tokenId: BigInt(slice(log.data, 0, 32)), amount: BigInt(slice(log.data, 32)) };
  return [{ kind: "nft", standard: "erc1155", ...placeOf(log), from, to, ...token, piece: 0 }];
}

function batchTransfer(log: RawLog, topics: readonly Hex[]): readonly Unplaced[] {
  const [operator, from, to] = topics.map(addressIn);
  const { ids, amounts } = idsAndAmounts(log.data) ?? {};
  if (!operator || !from || !to || !ids || !amounts) return [];
  const common = { kind: "nft", standard: "erc1155", ...placeOf(log), from, to } as const;
  return ids.map((tokenId, piece) => ({ ...common, tokenId, amount: amounts[piece] ?? 0n, piece }));
}

/** The lists of a TransferBatch, or undefined unless the data is their one canonical encoding and both are equally long. */
function idsAndAmounts(data: Hex): { ids: readonly bigint[]; amounts: readonly bigint[] } | undefined {
  if (size(data) > LONGEST_BATCH_BYTES) return undefined;
  try {
    const [ids, amounts] = decodeAbiParameters(BATCH_TYPES, data);
    const canonical = encodeAbiParameters(BATCH_TYPES, [ids, amounts]) === data;
    return canonical && ids.length === amounts.length ? { ids, amounts } : undefined;
  } catch {
    return undefined; // not an encoding of two lists at all
  }
}

/** The address in a topic, or undefined when the bytes above it are not zero. */
function addressIn(topic: Hex | undefined): EvmAddress | undefined {
  const padding = ZERO_ADDRESS.slice(0, 26); // 0x and twelve zero bytes
  return topic?.startsWith(padding) ? (`0x${topic.slice(26)}` as EvmAddress) : undefined; // the other 20 of 32 bytes
}

function placeOf({ transactionHash, logIndex, address }: RawLog) {
  return { hash: transactionHash, logIndex, token: address };
}
