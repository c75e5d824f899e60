import { ZERO_ADDRESS } from "../codec/address.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { transfersIn } from "./evmFollowerTransfers.ts";
import type { RawLog } from "./evmFollowerWire.ts";
import { movesSomething, transferPart } from "./evmTransferPart.ts";
import { receiptOf, transactionOf, type Receipt } from "./evmRpc.ts";

/**
 * The payments of a transaction to a recipient, by a node's receipt. `part` is the permanent name of a
 * payment within the transaction (evmTransferPart.ts). Internal transfers are in no receipt.
 */
export type TransferReceipt = Readonly<{
  transactionHash: string;
  blockHash: string;
  blockNumber: number;
  transfers: readonly ReceivedTransfer[];
}>;

/** One payment: its log, or the coins that the transaction itself carried. */
export type ReceivedTransfer = Readonly<{ part: string; amount: bigint }> &
  (
    | Readonly<{
        log: Pick<RawLog, "address" | "topics" | "data" | "logIndex"> & Readonly<{ place: number }>;
      }>
    | Readonly<{ value: Readonly<{ from: string; to: string; amount: bigint }> }>
  );

/** Undefined when the transaction is unknown, in no block of the best chain, or reverted. Throws HttpFailure when the node cannot be asked. */
export async function transferReceipt(
  rpc: BatchRpc,
  hash: string,
  currency: string,
  recipient: string,
): Promise<TransferReceipt | undefined> {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return undefined;
  const receipt = await receiptOf(rpc, hash.toLowerCase());
  if (receipt?.status !== "0x1") return undefined;
  const { transactionHash, blockHash, blockNumber } = receipt;
  const to = recipient.toLowerCase();
  const isNative = currency.toLowerCase() === ZERO_ADDRESS;
  const transfers = isNative
    ? await valueTransfers(rpc, transactionHash, to)
    : logTransfers(receipt, currency.toLowerCase(), to);
  return { transactionHash, blockHash, blockNumber, transfers };
}

function logTransfers({ logs }: Receipt, token: string, to: string): readonly ReceivedTransfer[] {
  const first = logs.reduce((least, { logIndex }) => Math.min(least, logIndex), Infinity);
  return logs.flatMap((raw) => {
    const place = raw.logIndex - first;
    const { address, topics, data, logIndex } = raw;
    return transfersIn(raw).flatMap((found): readonly ReceivedTransfer[] => {
      if (found.kind !== "erc20" || found.token !== token || found.to !== to || !movesSomething(found))
        return [];
      const part = transferPart({ ...found, place });
      return [{ part, amount: found.value, log: { address, topics, data, logIndex, place } }];
    });
  });
}

async function valueTransfers(
  rpc: BatchRpc,
  hash: string,
  recipient: string,
): Promise<readonly ReceivedTransfer[]> {
  const { from, to, value: amount } = (await transactionOf(rpc, hash)) ?? {};
  if (from === undefined || amount === undefined || to !== recipient) return [];
  return movesSomething({ from, to, value: amount })
    ? [{ part: "value", amount, value: { from, to, amount } }]
    : [];
}
