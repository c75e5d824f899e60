import { scriptOf, type BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import { completeSigned, type SignedTransaction } from "../../../bitcoin/codec/signedPsbt.ts";
import { HttpFailure } from "../../../http-client/http.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { isOpen } from "../../domain/invoices/due.ts";
import { remainingOf } from "../../domain/invoices/paid.ts";
import { sum } from "../../../values/amount.ts";
import { btcAmount } from "../../../intents/coinAmount.ts";
import { askExplorer } from "../tracking/askExplorer.ts";
import { loadInvoiceAndStore } from "../invoices/loadInvoiceAndStore.ts";
import { GatewayError } from "../../errors.ts";
import { offersIn } from "./payByPsbt.ts";
import type { Gateway } from "../gateway.ts";
import { PsbtRefusal } from "./psbtRefusal.ts";

/**
 * Takes back a signed PSBT (base64 or hex), looks that it pays an amount that the invoice has asked for, to its address, and
 * broadcasts it; sent again, it pays once. Gives the txid. Throws PsbtRefusal with what is wrong, GatewayError invoice_closed,
 * invoice_paid, chain_busy and chain_unseen; in each case but the last, nothing was sent, and sending again is safe.
 */
export async function broadcastPsbt(
  gateway: Pick<Gateway, "clock" | "persistence" | "explorer" | "budgets" | "settings">,
  invoiceId: string,
  text: string,
): Promise<string> {
  const { invoice } = await loadInvoiceAndStore(gateway, invoiceId);
  const signed = completeSigned(text);
  if (signed.kind === "unsigned") throw new PsbtRefusal((t) => t(`psbt.unsigned.${signed.reason}`, signed));
  const known = await askExplorer(gateway, (explorer) => explorer.tx(signed.txid));
  if (known) return signed.txid; // an impatient payer sends it twice
  refuseUnlessOpen(gateway, invoice);
  checkPays(gateway, invoice, signed);
  await broadcast(gateway, signed);
  return signed.txid;
}

function refuseUnlessOpen({ clock }: Pick<Gateway, "clock">, invoice: Invoice): void {
  if (invoice.state !== "New" || clock() >= invoice.terms.expiresAt)
    throw new GatewayError(
      "invoice_closed",
      "This invoice is paid or closed, so nothing was sent. Ask the shop for a new one.",
    );
  if (remainingOf(invoice) === 0n)
    throw new GatewayError("invoice_paid", "This invoice is paid. Nothing was sent.");
}

/** It must pay what the page has asked for: now, or before the price was renewed to the same address. */
function checkPays(
  { settings }: Pick<Gateway, "settings">,
  invoice: Invoice,
  { outputs }: SignedTransaction,
): void {
  const offers = offersIn(invoice).filter((offer) => isOpen(invoice, offer));
  const paidTo = (address: string) => {
    const script = scriptOf(settings.bitcoinNetwork, address as BitcoinAddress); // checked when it was issued
    return sum(outputs.filter((output) => output.script === script).map(({ value }) => value));
  };
  if (offers.some(({ depositAddress, input }) => paidTo(depositAddress) === input)) return;
  const offer = offers.at(-1);
  if (!offer) throw new PsbtRefusal((t) => t("psbt.unpriced"));
  const { depositAddress: address, input } = offer;
  throw new PsbtRefusal((t) =>
    t("psbt.otherAmount", { paid: btcAmount(paidTo(address)), address, expected: btcAmount(input) }),
  );
}

async function broadcast(
  gateway: Pick<Gateway, "explorer" | "budgets">,
  { rawHex }: SignedTransaction,
): Promise<void> {
  await askExplorer(gateway, (explorer) =>
    explorer.broadcast(rawHex).catch((error: unknown) => {
      if (!(error instanceof HttpFailure) || error.kind !== "refused") throw error;
      const words = String(error.body).replace(/\s+/g, " ").slice(0, 200);
      throw new PsbtRefusal((t) => t("psbt.networkRefuses", { words }));
    }),
  );
}
