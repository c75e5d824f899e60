import { isConcluded } from "../../domain/invoices/factChanges.ts";
import { ORIGIN_REORGANISED } from "../../domain/invoices/depositReorg.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import type { CreditingContext } from "./creditingContext.ts";

/**
 * Records payments that a reorganisation removed after their money had been forwarded or returned, and that
 * are in none of the new blocks, as exceptions for a person. The invoice keeps its state: the merchant has
 * the money, and the service bears the loss. Call it when the new blocks have been credited.
 */
export async function reportUndoneOrigins(
  gateway: CreditingContext,
  chainId: number,
  undone: readonly string[], // hashes of blocks
): Promise<void> {
  const { persistence, log, clock } = gateway;
  if (undone.length === 0) return;
  for (const { invoiceId, outpoint } of await persistence.deposits.inBlocks(chainId, undone)) {
    const invoice = await persistence.invoices.load(invoiceId);
    if (!invoice || !isConcluded(invoice.facts, outpoint)) continue; // one that is under way has its state for it
    log.error("deposit.undone", { invoice: invoiceId, chain: chainId, outpoint });
    await advanceInvoice(
      gateway,
      invoiceId,
      { kind: "anomaly", at: clock(), what: ORIGIN_REORGANISED, detail: outpoint },
      { observation: { source: "reorganisation", body: { chainId, outpoint } } },
    );
  }
}
