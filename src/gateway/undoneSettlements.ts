import { z } from "zod";
import { SETTLEMENT_UNDONE } from "../payouts/refundable.ts";
import { MINUTE_MS } from "../time.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import type { Gateway } from "./ports.ts";

/** A transaction that a reorganisation took out of the chain, and since when it has been missing. */
export type Undone = Readonly<z.infer<typeof undoneSchema>>;
export const undoneSchema = z.object({ txHash: z.string(), since: z.number() });

const PATIENCE_MS = 10 * MINUTE_MS; // most are in one of the next blocks again

/**
 * Of the transactions that have left the chain, those that had settled something and may still come back. One that does not
 * is told to a person and written beside its invoice: what was counted is not the merchant's any more. Nothing is taken back
 * or counted twice by itself: the proof stays used, and if the transaction returns, it is that proof.
 */
export async function stillUndone(
  gateway: Gateway,
  chainId: number,
  undone: readonly Undone[],
): Promise<readonly Undone[]> {
  const { store, clock } = gateway;
  const waiting: Undone[] = [];
  for (const one of undone) {
    const lost = await store.orphanProofs(chainId, one.txHash);
    if (lost.length === 0) continue; // it settled nothing, or is back
    if (clock() - one.since < PATIENCE_MS) waiting.push(one);
    else for (const proof of lost) await tellUndone(gateway, chainId, one.txHash, proof);
  }
  return waiting;
}

async function tellUndone(gateway: Gateway, chainId: number, txHash: string, proof: string): Promise<void> {
  const owner = await gateway.store.settlementOwner(proof);
  gateway.log.error("settlement.undone", { invoice: owner?.invoiceId, chain: chainId, txHash, proof });
  if (!owner) return;
  await advanceInvoice(
    gateway,
    owner.invoiceId,
    { kind: "anomaly", at: gateway.clock(), what: SETTLEMENT_UNDONE, detail: proof },
    { observation: { source: "reorganisation", body: { proof, txHash, ...owner } } },
  );
}
