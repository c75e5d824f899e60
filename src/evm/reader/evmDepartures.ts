import { ZERO_ADDRESS } from "../codec/address.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { transfersIn } from "./evmFollowerTransfers.ts";
import { receiptOf, transactionOf } from "./evmRpc.ts";

/**
 * How much of a coin left `payer` by transaction `hash`, in smallest units, less what came back to it within the transaction. Of
 * a native coin the value that the payer's own transaction carried; gas is not in it. 0 when the transaction is unknown, in no
 * block, or reverted. Throws HttpFailure when the chain cannot be asked.
 */
export async function amountSentBy(
  rpc: BatchRpc,
  hash: string,
  currency: string,
  payer: string,
): Promise<bigint> {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return 0n;
  const receipt = await receiptOf(rpc, hash.toLowerCase());
  if (receipt?.status !== "0x1") return 0n;
  const [token, from] = [currency.toLowerCase(), payer.toLowerCase()];
  if (token === ZERO_ADDRESS) {
    const tx = await transactionOf(rpc, receipt.transactionHash);
    return tx?.from === from && tx.to !== from ? tx.value : 0n;
  }
  const moved = receipt.logs.flatMap(transfersIn).flatMap((found) => {
    return found.kind === "erc20" && found.token === token && found.from !== found.to ? [found] : [];
  });
  const net = moved.reduce((total, one) => {
    return total + (one.from === from ? one.value : 0n) - (one.to === from ? one.value : 0n);
  }, 0n);
  return net > 0n ? net : 0n;
}
