import { z } from "zod";
import { reorgExceptionOf, type ReorgException } from "../../domain/invoices/settlementReorg.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "./creditingContext.ts";
import type { Transfer } from "../../ports/persistencePort.ts";
import { formerProofOf } from "./transferProofs.ts";

/** A transaction that a reorganisation took out of the chain, and since when it has been missing. */
export type Undone = Readonly<z.infer<typeof undoneSchema>>;
export const undoneSchema = z.object({ txHash: z.string(), since: z.number() });

const REORG_GRACE_MS = 10 * MINUTE_MS; // most are in one of the next blocks again

/**
 * Of the transactions that have left the chain, those that had settled something and may still return. One
 * that does not return becomes an exception of its invoice: the merchant does not have the amount that was
 * credited. Nothing is reversed or credited twice automatically: the proof stays used, and if the
 * transaction returns, it is that proof (reportReturnedSettlements).
 */
export async function stillUndone(
  gateway: CreditingContext,
  chainId: number,
  undone: readonly Undone[],
): Promise<readonly Undone[]> {
  const { persistence, clock } = gateway;
  const waiting: Undone[] = [];
  for (const one of undone) {
    const lost = await persistence.transfers.orphanProofs(chainId, one.txHash);
    if (lost.length === 0) continue; // it settled nothing, or is back
    if (clock() - one.since < REORG_GRACE_MS) waiting.push(one);
    else for (const proof of lost) await reportUndoneSettlement(gateway, chainId, one.txHash, proof);
  }
  return waiting;
}

async function reportUndoneSettlement(
  gateway: CreditingContext,
  chainId: number,
  txHash: string,
  proof: string,
): Promise<void> {
  const owner = await gateway.persistence.deposits.settlementOwner(proof);
  if (owner && !(await note(gateway, owner, "settlement_undone", { proof, txHash }))) return;
  gateway.log.error("settlement.undone", { invoice: owner?.invoiceId, chain: chainId, txHash, proof });
}

/** Records that transfers which a reorganisation had removed are in the chain again. */
export async function reportReturnedSettlements(
  gateway: CreditingContext,
  transfers: readonly Transfer[],
): Promise<void> {
  for (const { key, chainId, txHash, position } of transfers)
    for (const proof of [key, formerProofOf(chainId, { txHash, logIndex: position })]) {
      const owner = await gateway.persistence.deposits.settlementOwner(proof);
      if (owner && (await note(gateway, owner, "settlement_returned", { proof, txHash })))
        gateway.log.warn("settlement.returned", { invoice: owner.invoiceId, chain: chainId, txHash, proof });
    }
}

type Owner = NonNullable<Awaited<ReturnType<Gateway["persistence"]["deposits"]["settlementOwner"]>>>;

/** Writes it beside the invoice; false when that knew it already. */
async function note(
  gateway: CreditingContext,
  owner: Owner,
  turn: ReorgException,
  { proof, txHash }: Readonly<{ proof: string; txHash: string }>,
): Promise<boolean> {
  const invoice = await gateway.persistence.invoices.load(owner.invoiceId);
  const news = invoice && reorgExceptionOf(invoice.facts, turn, proof);
  if (!news) return false;
  await advanceInvoice(
    gateway,
    owner.invoiceId,
    { kind: "anomaly", at: gateway.clock(), ...news },
    { observation: { source: "reorganisation", body: { proof, txHash, ...owner } } },
  );
  return true;
}
