import { decodeFunctionResult, encodeFunctionData, parseAbi, type PublicClient } from "viem";
import { z } from "zod";
import type { EvmAddress } from "../../evm/codec/address.ts";

/** Where every chain of the OP stack (Base, Optimism and others) has its gas price oracle. */
const ORACLE = "0x420000000000000000000000000000000000000f" as EvmAddress; // in lower case
const abi = parseAbi(["function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)"]);

/** The part of a receipt that is the OP stack's own: what the transaction's data cost on the chain below, in wei. */
const receiptSchema = z.object({
  l1Fee: z.union([z.string().regex(/^0x[0-9a-f]+$/i), z.bigint()]).nullish(),
});

/**
 * What a transaction of so many bytes pays for its data on the chain below, in wei, beside its gas: at most, because how well it
 * will be compressed is not known. Zero on chains that are not of the OP stack.
 */
export async function readDataFee(rpc: PublicClient, bytes: bigint): Promise<bigint> {
  const asked = encodeFunctionData({ abi, args: [bytes] });
  const { data = "0x" } = await rpc.call({ to: ORACLE, data: asked });
  return data === "0x" ? 0n : decodeFunctionResult({ abi, data });
}

/** What the data of a transaction in a block has cost, in wei; zero where its receipt names nothing. */
export function paidForData(receipt: unknown): bigint {
  return BigInt(receiptSchema.parse(receipt).l1Fee ?? 0n);
}
