import type { EvmProof, Unavailable } from "../../domain/proof-pack/chainProof.ts";
import { unavailable, type AskOutside } from "../askOutside.ts";
import type { ReceiptReader } from "../../ports/chainPort.ts";

/** A transfer of which evidence is wanted. `part` names it within its transaction, or is the number of its log. */
export type EvmPayment = Readonly<{
  txHash: string;
  currency: string;
  recipient: string;
  part?: string | undefined; // undefined where only the transaction is known
  amount?: bigint | undefined; // smallest units; undefined where it is unknown
}>;

/** What the chain's node shows of exactly this transfer. */
export async function evmProof(
  read: ReceiptReader,
  ask: AskOutside,
  { txHash, currency, recipient, part, amount }: EvmPayment,
): Promise<EvmProof | Unavailable> {
  const receipt = await ask(() => read(txHash, currency, recipient));
  if ("unavailable" in receipt) return receipt;
  if (!receipt.answer) return unavailable("The node has no such transaction that succeeded in a block.");
  const { transfers, ...place } = receipt.answer;
  const named = transfers.filter((one) => part === undefined || one.part === part || numberOf(one) === part);
  const [transfer, ...others] = named.filter((one) => amount === undefined || one.amount === amount);
  if (!transfer || others.length > 0)
    return unavailable("No receipt shows this transfer by itself: ask a node that traces calls.");
  const shown = "log" in transfer ? { log: transfer.log } : { value: transfer.value };
  return { kind: "evm", ...place, ...shown };
}

/** How earlier versions named it: by its log's number in its block. */
function numberOf(transfer: object): string | undefined {
  const { log } = transfer as Readonly<{ log?: Readonly<{ logIndex: number }> }>;
  return log && String(log.logIndex);
}
