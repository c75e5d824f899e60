import { BaseError, formatTransactionRequest, RpcRequestError, type PublicClient } from "viem";
import { z } from "zod";
import type { Hex } from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import type { EvmCall } from "./call.ts";

const hex = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .transform((text) => text.toLowerCase() as Hex);
const log = z.object({ address: hex, topics: z.array(hex), data: hex });
const answer = z.array(z.object({ calls: z.array(z.object({ logs: z.array(log).default([]) })) }));

/** What a log says, without its place in a block. */
export type SimulatedLog = Readonly<{ address: EvmAddress; topics: readonly Hex[]; data: Hex }>;

/**
 * The logs that a call would leave now (eth_simulateV1); undefined where the node does not know that method. Any other error is
 * rethrown: no answer.
 */
export async function simulatedLogs(
  rpc: PublicClient,
  from: EvmAddress,
  { authorizationList, ...call }: EvmCall,
): Promise<readonly SimulatedLog[] | undefined> {
  const request = formatTransactionRequest(
    authorizationList
      ? { from, ...call, type: "eip7702", authorizationList: [...authorizationList] }
      : { from, ...call },
  );
  try {
    const told: unknown = await rpc.request({
      method: "eth_simulateV1",
      params: [{ blockStateCalls: [{ calls: [request] }] }, "latest"],
    } as never);
    const read = answer.safeParse(told);
    const logs = read.data?.flatMap(({ calls }) => calls).flatMap((one) => one.logs);
    return logs?.map(({ address, topics, data }) => ({ address: address as EvmAddress, topics, data })); // the chain gives addresses only
  } catch (error) {
    const isNo = error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError);
    if (isNo) return undefined;
    throw error;
  }
}
