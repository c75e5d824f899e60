import { createBatchRpc } from "../../evm/reader/evmFollowerRpc.ts";
import { onChain } from "../../evm/reader/evmRpc.ts";
import { transferReceipt } from "../../evm/reader/evmTransferReceipt.ts";
import type { Gateway } from "../usecases/gateway.ts";

/** What reads receipts of EVM chains, by chain id. Each makes sure first that the RPC is that chain's. */
export function receiptReaders(rpcUrls: ReadonlyMap<number, string>): Gateway["receipts"] {
  return new Map(
    [...rpcUrls].map(([chainId, url]) => {
      const rpc = onChain(createBatchRpc(url), chainId);
      return [chainId, (...transfer) => transferReceipt(rpc, ...transfer)] as const;
    }),
  );
}
