import { depositStatusOf, isUnfinished } from "../../domain/invoices/credit.ts";
import { isOpen } from "../../domain/invoices/due.ts";
import { paidWorth } from "../../domain/invoices/paid.ts";
import { isPriced } from "../../domain/invoices/paymentSure.ts";
import { shownOffer, type Deposit, type Invoice } from "../../domain/invoices/invoice.ts";
import type { CheckoutStage } from "./view.ts";

/** How far it is, in the payer's words; read from the top. */
export function stageOf(invoice: Invoice): CheckoutStage {
  const { facts, state } = invoice;
  if (state === "Settled" || invoice.additional === "PaidLate") return "settled";
  const unfinished = facts.deposits.filter((deposit) => isUnfinished(facts, deposit));
  switch (state) {
    case "New":
      return openStage(invoice, unfinished);
    case "Expired":
      return unfinished.length === 0 && facts.refunds.length > 0 ? "refunded" : "expired";
    case "Invalid":
      if (unfinished.length === 0) return facts.refunds.length > 0 ? "refunded" : "invalid";
      return movingStage(invoice, unfinished);
    case "Processing":
      return movingStage(invoice, unfinished);
  }
}

/** Nothing was paid yet, or a part, or something for which no price was promised. */
function openStage(invoice: Invoice, unfinished: readonly Deposit[]): CheckoutStage {
  const { facts, terms } = invoice;
  const offer = shownOffer(facts);
  if (!offer) return "unavailable";
  if (unfinished.some(({ mismatch }) => mismatch !== undefined)) return "converting"; // the rest is not known yet
  if (terms.policy.underpaid === "hold" && paidWorth(invoice) > 0n) return "held";
  // The old price was for another amount: of fees that each payment costs, it would not cover those of one more.
  const isOther = facts.deposits.length > 0 && !isOpen(invoice, offer);
  return isOther ? "repricing" : "awaiting";
}

function movingStage(invoice: Invoice, unfinished: readonly Deposit[]): CheckoutStage {
  if (unfinished.some((deposit) => isConverting(invoice, deposit))) return "converting";
  if (!unfinished.every(({ confirmations }) => confirmations > 0)) return "seen";
  return unfinished.every((deposit) => isPriced(invoice, deposit)) ? "confirmed" : "converting";
}

function isConverting({ facts }: Invoice, deposit: Deposit): boolean {
  if (["claimed", "failed"].includes(depositStatusOf(facts, deposit))) return true;
  const request = facts.requests.find(({ outpoint }) => outpoint === deposit.outpoint);
  return request !== undefined && deposit.confirmations > 0 && request.word !== "waiting";
}
