import type { EvmChain, Receipt } from "../../chains/evm.ts";
import type { OpenPayment } from "../../persistence/outbound.ts";

/** How a payment ended: the attempt that is in a block, and its receipt. */
export type Ending = Readonly<{ hash: string; receipt: Receipt }>;

/** Whichever attempt is in a block: only one of them can ever be. Throws HttpFailure when the chain gave no answer, NodesDisagree when its nodes do not. */
export async function endingOf(chain: EvmChain, { attempts }: OpenPayment): Promise<Ending | undefined> {
  for (const { hash } of attempts.toReversed()) {
    const receipt = await chain.agreed.receipt(hash);
    if (receipt) return { hash, receipt };
  }
  return undefined;
}
