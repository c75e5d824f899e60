import type { Arrival } from "../../../evm/reader/evmRpc.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { DAY_MS } from "../../../values/time.ts";
import type { Gateway } from "../gateway.ts";
import { dueFor } from "../pricing/priceTerms.ts";

type Waiting = Pick<Gateway, "finality" | "seenSettlements" | "rates" | "settings" | "clock" | "viewers">;

/**
 * True once the payment cannot leave the destination chain any more, as far as its rule asks for an amount like this. Until
 * then nothing is settled by it, so a reorganisation takes nothing back; what was seen is remembered for the page, in memory:
 * the next poll sees it again. Throws HttpFailure when the chain cannot be asked.
 */
export async function isFinalArrival(
  gateway: Waiting,
  invoice: Invoice,
  { txHash, height, amount }: Pick<Arrival, "txHash" | "height" | "amount">,
): Promise<boolean> {
  const read = gateway.finality.get(invoice.terms.settlement.chainId);
  if (!read) return true; // it is final in its first block
  const { isFinal, leftMs } = await read(height, await isLarge(gateway, invoice, amount ?? 0n));
  if (isFinal) forgetSeen(gateway, invoice, [txHash]);
  else remember(gateway, invoice, txHash, leftMs);
  return isFinal;
}

/** None of the transactions is waited for: they are final, or not in the chain, or not any more. */
export function forgetSeen(
  { seenSettlements, viewers }: Pick<Waiting, "seenSettlements" | "viewers">,
  { id }: Invoice,
  txHashes: readonly string[],
): void {
  const seen = seenSettlements.get(id);
  if (!seen || !txHashes.includes(seen.txHash)) return;
  seenSettlements.delete(id);
  viewers.announce(id);
}

function remember(
  { seenSettlements, clock, viewers }: Waiting,
  { id }: Invoice,
  txHash: string,
  leftMs: number | undefined,
): void {
  const at = clock();
  for (const [other, { seenAt }] of seenSettlements) if (at - seenAt > DAY_MS) seenSettlements.delete(other);
  const isNews = seenSettlements.get(id)?.txHash !== txHash;
  seenSettlements.set(id, { txHash, seenAt: at, finalAt: leftMs === undefined ? undefined : at + leftMs });
  if (isNews) viewers.announce(id);
}

/**
 * By the price or by the amount that has arrived, whichever is more; a top-up has no price. An amount
 * without a valuation counts as large.
 */
async function isLarge({ rates, settings }: Waiting, { terms }: Invoice, arrived: bigint): Promise<boolean> {
  const from = { amount: BigInt(settings.finalityLargeUsd), currency: "USD", decimals: 0 };
  try {
    const least = await dueFor(rates, from, terms.settlement);
    return arrived >= least || (!terms.topUp && terms.due >= least);
  } catch {
    return true;
  }
}
