import { decodeFunctionResult, encodeFunctionData, multicall3Abi, type Hex } from "viem";
import { z } from "zod";
import type { EvmAddress } from "../codec/address.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { askFor } from "./evmFollowerWire.ts";
import { HttpFailure } from "../../http-client/http.ts";

/** What accounts had of the native coin (wei, in their order) when a block of the best chain ended. Throws HttpFailure. */
export type BalancesAt = (block: string, owners: readonly EvmAddress[]) => Promise<readonly bigint[]>;

/** The address of Multicall3, which is the same on the chains that have it (https://github.com/mds1/multicall3). */
export const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";

const IN_ONE_CALL = 500; // balances: two million gas, far below what nodes allow a call

const hexSchema = z.string().regex(/^0x(?:[0-9a-f]{2})*$/i) as unknown as z.ZodType<Hex>; // what it matches is one
const wordSchema = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);

/** Reads balances behind an RPC: hundreds with one call of Multicall3 where the chain has it, else one question for each. */
export function createBalanceReader(rpc: BatchRpc): BalancesAt {
  let hasMulticall: boolean | undefined;
  return async (block, owners) => {
    if (owners.length === 0) return [];
    hasMulticall ??= await hasCode(rpc, block);
    return hasMulticall ? byMulticall(rpc, block, owners) : oneByOne(rpc, block, owners);
  };
}

const REMEMBERED_BLOCKS = 100; // nodes that are no archives remember the state of 128

/**
 * The block in which the balance of an account became what it is at the end of the last of some blocks (lowest first), or the
 * first one that nodes remember. A search by halves, because a balance seldom changes. Undefined without blocks. Throws
 * HttpFailure.
 */
export async function lastChange<B extends Readonly<{ hash: string }>>(
  balancesAt: BalancesAt,
  blocks: readonly B[],
  owner: EvmAddress,
): Promise<B | undefined> {
  const recent = blocks.slice(-REMEMBERED_BLOCKS);
  const balanceAt = async (index: number) => (await balancesAt(recent[index]?.hash ?? "", [owner]))[0];
  let [low, high] = [0, recent.length - 1];
  if (high < 0) return undefined;
  const now = await balanceAt(high);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await balanceAt(middle)) === now) high = middle;
    else low = middle + 1;
  }
  return recent[high];
}

async function hasCode(rpc: BatchRpc, block: string): Promise<boolean> {
  const [code] = await askFor(rpc, hexSchema, [{ method: "eth_getCode", params: [MULTICALL3, at(block)] }]);
  return code !== "0x";
}

async function oneByOne(
  rpc: BatchRpc,
  block: string,
  owners: readonly EvmAddress[],
): Promise<readonly bigint[]> {
  const calls = owners.map((owner) => ({ method: "eth_getBalance", params: [owner, at(block)] }));
  return askFor(rpc, wordSchema, calls);
}

async function byMulticall(
  rpc: BatchRpc,
  block: string,
  owners: readonly EvmAddress[],
): Promise<readonly bigint[]> {
  const balances: bigint[] = [];
  for (let from = 0; from < owners.length; from += IN_ONE_CALL) {
    const some = owners.slice(from, from + IN_ONE_CALL);
    const call = { to: MULTICALL3, data: balancesCall(some) };
    const [answer] = await askFor(rpc, hexSchema, [{ method: "eth_call", params: [call, at(block)] }]);
    balances.push(...readBalances(answer ?? "0x", some.length));
  }
  return balances;
}

function balancesCall(owners: readonly EvmAddress[]): Hex {
  const calls = owners.map((owner) => ({
    ...({ target: MULTICALL3, allowFailure: false } as const),
    callData: encodeFunctionData({ abi: multicall3Abi, functionName: "getEthBalance", args: [owner] }),
  }));
  return encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
}

function readBalances(data: Hex, count: number): readonly bigint[] {
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data });
    if (results.length === count) return results.map(({ returnData }) => BigInt(returnData));
  } catch {
    // It is no list of results; reported below.
  }
  throw new HttpFailure(
    "broken",
    `Expected ${count} balances from Multicall3 at ${MULTICALL3}, got another answer.`,
  );
}

/** A block by its hash, and only while it is on the best chain (EIP-1898). */
function at(block: string): Readonly<Record<string, unknown>> {
  return { blockHash: block, requireCanonical: true };
}
