import { fromUnixSeconds } from "../../values/time.ts";
import { z } from "zod";
import { ZERO_ADDRESS } from "../codec/address.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { transfersIn, type Erc20Transfer } from "./evmFollowerTransfers.ts";
import { askFor, blockSchema, headerSchema, logsSchema, receiptSchema } from "./evmFollowerWire.ts";
import { paidInside } from "./evmTraces.ts";
import { movesSomething, transferPart } from "./evmTransferPart.ts";
import { HttpFailure } from "../../http-client/http.ts";

/** A node that is asked first whether its chain is the right one. Throws HttpFailure "broken" when it is not. */
export function onChain(rpc: BatchRpc, chainId: number): BatchRpc {
  let isRight = false;
  return {
    async ask(calls, size) {
      if (!isRight) {
        const [answer] = await askFor(rpc, z.string(), [{ method: "eth_chainId", params: [] }]);
        if (Number(answer) !== chainId) {
          const advice = `Expected chain ${chainId}, got ${Number(answer)}: set RPC_${chainId} to a node of chain ${chainId}.`;
          throw new HttpFailure("broken", advice);
        }
        isRight = true;
      }
      return rpc.ask(calls, size);
    },
  };
}

/**
 * One payment by a transaction. The hash is the receipt's own, in lower case, for any case of the request;
 * `part` is the permanent name of the payment within the transaction (evmTransferPart.ts), while `logIndex`
 * is the number of its log in the block that holds it now, and -1 for the native coin. `height` and `at`
 * are of its block, the time in milliseconds. An undefined amount means that the transaction succeeded, but
 * that the node does not show its internal transfers.
 */
export type Arrival = Readonly<{
  txHash: string;
  part: string;
  logIndex: number;
  amount: bigint | undefined;
  height: number;
  at: number;
}>;

/**
 * What transaction `hash` paid to `recipient` in `currency`: one arrival for each transfer, none when it is unknown, not in
 * a block of the best chain or reverted. Throws HttpFailure when the chain cannot be asked.
 */
export async function arrivalsOf(
  rpc: BatchRpc,
  hash: string,
  currency: string,
  recipient: string,
): Promise<readonly Arrival[]> {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return [];
  const receipt = await receiptOf(rpc, hash.toLowerCase());
  if (receipt?.status !== "0x1") return [];
  const to = recipient.toLowerCase();
  const payments =
    currency.toLowerCase() === ZERO_ADDRESS
      ? await nativePayments(rpc, receipt.transactionHash, to)
      : tokenPayments(receipt, currency.toLowerCase(), to);
  if (payments.length === 0) return [];
  const at = await timeOf(rpc, receipt);
  if (at === undefined) return [];
  const { transactionHash: txHash, blockNumber: height } = receipt;
  return payments.map((payment) => ({ txHash, ...payment, height, at }));
}

const fullReceiptSchema = receiptSchema
  .unwrap()
  .extend({ logs: logsSchema, blockNumber: headerSchema.unwrap().shape.number })
  .nullable();
export type Receipt = Readonly<NonNullable<z.infer<typeof fullReceiptSchema>>>;

/** The receipt of a transaction (hash in lower case); undefined while it is in no block. Throws HttpFailure. */
export async function receiptOf(rpc: BatchRpc, hash: string): Promise<Receipt | undefined> {
  const calls = [{ method: "eth_getTransactionReceipt", params: [hash] }];
  const [receipt] = await askFor(rpc, fullReceiptSchema, calls);
  if (receipt && receipt.transactionHash !== hash)
    throw new HttpFailure("broken", `The node gave another receipt when asked for that of ${hash}.`);
  return receipt ?? undefined;
}

type Payment = Pick<Arrival, "part" | "logIndex" | "amount">;

function tokenPayments({ logs }: Receipt, token: string, recipient: string): readonly Payment[] {
  const first = logs.reduce((least, { logIndex }) => Math.min(least, logIndex), Infinity);
  return logs
    .flatMap(transfersIn)
    .flatMap((found): Erc20Transfer[] =>
      found.kind === "erc20" ? [{ ...found, place: found.logIndex - first }] : [],
    )
    .filter((found) => found.token === token && found.to === recipient && movesSomething(found))
    .map((found) => ({ part: transferPart(found), logIndex: found.logIndex, amount: found.value }));
}

/** A transaction of the best chain; null when there is none of that hash. */
export async function transactionOf(rpc: BatchRpc, hash: string) {
  const call = { method: "eth_getTransactionByHash", params: [hash] };
  const [tx] = await askFor(rpc, transactionSchema, [call]);
  return tx ?? null;
}

const transactionSchema = blockSchema.unwrap().shape.transactions.element.nullable();

/**
 * The value of the transaction, or its internal transfers; one payment without an amount where the node
 * does not show them.
 */
async function nativePayments(rpc: BatchRpc, hash: string, recipient: string): Promise<readonly Payment[]> {
  const tx = await transactionOf(rpc, hash);
  if (!tx) return []; // it has left the chain meanwhile
  const { from, to, value } = tx;
  if (to === recipient)
    return movesSomething({ from, to, value }) ? [{ part: "value", logIndex: -1, amount: value }] : [];
  const inside = await paidInside(rpc, hash);
  if (!inside) return [{ part: "unseen", logIndex: -1, amount: undefined }];
  return inside
    .filter((payment) => payment.to === recipient)
    .map(({ part, value: amount }) => ({ part, logIndex: -1, amount }));
}

/** The time (ms) of a receipt's block; undefined once that is not on the best chain any more. */
async function timeOf(rpc: BatchRpc, { blockNumber, blockHash }: Receipt): Promise<number | undefined> {
  const params = [`0x${blockNumber.toString(16)}`, false];
  const [header] = await askFor(rpc, headerSchema, [{ method: "eth_getBlockByNumber", params }]);
  return header?.hash === blockHash ? fromUnixSeconds(header.timestamp) : undefined;
}
