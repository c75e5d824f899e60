import {
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
  ExecutionRevertedError,
  sha256,
  toHex,
  type Hex,
  type PublicClient,
} from "viem";
import { z } from "zod";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { isCause } from "./asking.ts";

/**
 * What the data of transactions costs on the chain below, in wei for 1,000 bytes: at most, because how well it will be compressed
 * is not known. `inGas` where it is charged as gas, so that an estimate of gas has it already; elsewhere it comes on top of gas.
 */
export type DataFee = Readonly<{ perKb: bigint; inGas: boolean }>;

/** Where every chain of the OP stack (Base, Optimism and others) has its gas price oracle. */
const ORACLE = "0x420000000000000000000000000000000000000f" as EvmAddress; // in lower case
const oracleAbi = parseAbi(["function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)"]);

/** What nodes of Arbitrum's chains answer for; there is no contract at it. */
const NODE_INTERFACE = "0x00000000000000000000000000000000000000c8" as EvmAddress; // in lower case
const nodeInterfaceAbi = parseAbi([
  "function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)",
]);

const BYTES = 1_000n;

/** The part of a receipt that is the OP stack's own: what the transaction's data cost on the chain below, in wei. */
const receiptSchema = z.object({
  l1Fee: z.union([z.string().regex(/^0x[0-9a-f]+$/i), z.bigint()]).nullish(),
});

/** The fee for data of a chain of the OP stack or of Arbitrum; zero on any other. */
export async function readDataFee(rpc: PublicClient): Promise<DataFee> {
  const [onTop, asGas] = await Promise.all([oracleFee(rpc), nodeInterfaceFee(rpc)]);
  return onTop === 0n && asGas > 0n ? { perKb: asGas, inGas: true } : { perKb: onTop, inGas: false };
}

/** What the data of a transaction in a block has cost beside its gas, in wei; zero where its receipt names nothing. */
export function paidForData(receipt: unknown): bigint {
  return BigInt(receiptSchema.parse(receipt).l1Fee ?? 0n);
}

async function oracleFee(rpc: PublicClient): Promise<bigint> {
  const { data = "0x" } = await rpc.call({
    to: ORACLE,
    data: encodeFunctionData({ abi: oracleAbi, args: [BYTES] }),
  });
  return data === "0x" ? 0n : decodeFunctionResult({ abi: oracleAbi, data });
}

async function nodeInterfaceFee(rpc: PublicClient): Promise<bigint> {
  const asked = encodeFunctionData({ abi: nodeInterfaceAbi, args: [ORACLE, false, incompressible()] });
  try {
    const { data = "0x" } = await rpc.call({ to: NODE_INTERFACE, data: asked });
    if (data === "0x") return 0n;
    const [gas, baseFee] = decodeFunctionResult({ abi: nodeInterfaceAbi, data });
    return gas * baseFee;
  } catch (error) {
    if (isCause(error, ExecutionRevertedError)) return 0n; // another chain's contract, which reverts
    throw error;
  }
}

/** Data that no compression makes shorter, always the same: the estimate is of compressed data. */
function incompressible(): Hex {
  const blocks = Array.from({ length: Math.ceil(Number(BYTES) / 32) }, (_, index) => sha256(toHex(index)));
  return `0x${blocks.map((block) => block.slice(2)).join("").slice(0, 2 * Number(BYTES))}`; // prettier-ignore
}
