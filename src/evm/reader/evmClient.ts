import { createPublicClient, type PublicClient } from "viem";
import { boundedTransport } from "./boundedTransport.ts";
import { createBatchRpc, type BatchRpc } from "./evmFollowerRpc.ts";

/** One EVM node: for calls to contracts, and for answers that we verify ourselves. */
export type EvmRpc = PublicClient & BatchRpc;

const TIMEOUT_MS = 5_000;

/**
 * A read-only JSON-RPC client of one EVM chain, with a deadline on every call. The gateway asks by createBatchRpc alone: viem's
 * clients take a third of a second to load.
 */
export function createEvmRpc(url: string): EvmRpc {
  const client = createPublicClient({
    transport: boundedTransport(url, { timeoutMs: TIMEOUT_MS, retryCount: 1 }),
  });
  return Object.assign(client, createBatchRpc(url));
}
