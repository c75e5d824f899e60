import { fateOf } from "../../invoices/credit.ts";
import type { Deposit, Invoice } from "../../invoices/invoice.ts";
import type { CheckoutStage } from "./view.ts";

/** How far it is, in the payer's words; read from the top. */
export function stageOf(invoice: Invoice): CheckoutStage {
  const { facts, state } = invoice;
  if (state === "Settled" || invoice.additional === "PaidLate") return "settled";
  const moving = facts.deposits.filter((deposit) => fateOf(facts, deposit) === "moving");
  if (state !== "Processing" && moving.length === 0) {
    if (state === "Invalid") return facts.refunds.length > 0 ? "refunded" : "invalid";
    if (state === "Expired") return facts.refunds.length > 0 ? "refunded" : "expired";
    return facts.offers.length > 0 ? "awaiting" : "unavailable";
  }
  if (state === "New") return "awaiting"; // a part is on its way; the rest is still asked for
  if (state === "Expired") return "expired";
  if (moving.some((deposit) => isConverting(invoice, deposit))) return "converting";
  return moving.every(({ confirmations }) => confirmations > 0) ? "confirmed" : "seen";
}

function isConverting({ facts }: Invoice, deposit: Deposit): boolean {
  const request = facts.requests.find(({ outpoint }) => outpoint === deposit.outpoint);
  return request !== undefined && deposit.confirmations > 0 && request.word !== "waiting";
}
