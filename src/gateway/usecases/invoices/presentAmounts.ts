import type { Attention } from "../../domain/invoices/attention.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import { attentionLeft } from "../../domain/payouts/refundable.ts";
import { depositStatusOf } from "../../domain/invoices/credit.ts";
import { inPrice, overOf, paidByDeposit, paidInPrice, remainingOf } from "../../domain/invoices/paid.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { exceptionsOf } from "../../domain/invoices/exceptions.ts";
import { divCeil, formatDecimal, formatFixed } from "../../../values/amount.ts";
import { unixSeconds } from "../../../values/time.ts";
import { coinOf } from "../../domain/invoices/depositCoin.ts";

/**
 * The amounts of an invoice for the API and for events: decimal strings, in the price currency (with all
 * its decimals) or in the coin that is named beside them.
 */

/** What an oddity is about: in the settlement coin and at the invoice's own rate; null where it is about no amount. */
type AtStake = Readonly<Record<"amount" | "symbol" | "amountInPrice", string | null>>;

/** Paid so far (rounded down), still to be paid (rounded up) and paid too much (rounded down), in the price currency. */
export function presentAmounts(
  invoice: Invoice,
): Readonly<Record<"paid" | "remaining" | "over" | "currency", string>> {
  const { terms } = invoice;
  const show = (amount: bigint) => formatFixed(amount, terms.decimals);
  return {
    paid: show(paidInPrice(invoice)),
    remaining: show(terms.topUp ? 0n : missingInPrice(terms, remainingOf(invoice))),
    over: show(inPrice(terms, overOf(invoice))),
    currency: terms.currency,
  };
}

/** What is odd about the invoice: each with what is at stake, in the settlement coin and at the invoice's own rate. */
export function presentExceptions(invoice: Invoice) {
  return exceptionsOf(invoice).map(({ kind, amount, outpoint, detail }) => ({
    kind,
    ...both(invoice, kind, amount),
    outpoint: outpoint ?? null,
    detail: detail ?? null,
  }));
}

/** What of the invoice needs a person, with what its refunds leave undecided. */
export function presentAttention(invoice: Invoice, refunds: readonly PullPayment[]) {
  return attentionLeft(invoice, refunds).map((entry) => presentEntry(invoice, entry));
}

/** One entry of the inbox: what it is about, and what is at stake. */
export function presentEntry(invoice: Invoice, { key, kind, amount, outpoint, since }: Attention) {
  return {
    key,
    kind,
    ...both(invoice, kind, amount),
    outpoint: outpoint ?? null,
    since: unixSeconds(since),
  };
}

function both({ terms }: Invoice, kind: string, amount: bigint | undefined): AtStake {
  const { symbol, decimals } = terms.settlement;
  if (amount === undefined) return { amount: null, symbol: null, amountInPrice: null };
  const inItsPrice = kind === "underpaid" ? missingInPrice(terms, amount) : inPrice(terms, amount);
  return {
    amount: formatDecimal(amount, decimals),
    symbol,
    amountInPrice: formatFixed(inItsPrice, terms.decimals),
  };
}

/** A missing amount is rounded up, so that paying it is enough. */
function missingInPrice({ price, due }: Invoice["terms"], amount: bigint): bigint {
  return due === 0n ? 0n : divCeil(amount * price, due);
}

/** One deposit: what came, what it counts for, where its money is, and what of it has arrived or gone back. */
export function presentDeposit(invoice: Invoice, deposit: Deposit) {
  const { facts, terms } = invoice;
  const { outpoint, chainId, currency, value, mismatch, late } = deposit;
  const coin = coinOf(deposit, invoice);
  const settled = facts.settlements.find((one) => one.outpoint === outpoint);
  const refund = facts.refunds.find((one) => one.outpoint === outpoint);
  const show = (amount: bigint | undefined) =>
    amount === undefined || !coin ? null : formatDecimal(amount, coin.decimals);
  return {
    outpoint,
    chainId,
    currency,
    units: value.toString(),
    amount: show(value),
    symbol: coin?.symbol ?? null,
    state: depositStatusOf(facts, deposit),
    late,
    mismatch: mismatch ?? null,
    countsFor: formatFixed(paidByDeposit(invoice, deposit), terms.decimals),
    settlement: settled
      ? {
          amount:
            settled.amount === undefined ? null : formatDecimal(settled.amount, terms.settlement.decimals),
          symbol: terms.settlement.symbol,
          txHash: settled.txHash ?? null,
          evidence: settled.evidence,
          claimed: !settled.proven,
        }
      : null,
    refund: refund ? { amount: show(refund.amount), txHash: refund.txHash ?? null } : null,
  };
}

/** The merchant API's three words for where a payment is. What is only claimed, or failed and not sent back yet, is on its way. */
export function paymentStatus({ facts }: Invoice, deposit: Deposit): "Processing" | "Settled" | "Invalid" {
  switch (depositStatusOf(facts, deposit)) {
    case "settled":
      return "Settled";
    case "moving":
    case "claimed":
    case "failed":
      return "Processing";
    case "gone":
    case "refunded":
      return "Invalid";
  }
}

/** The amount of a payment for clients that multiply it with the method's rate: nothing for what is not in the method's coin. */
export function paymentValue(invoice: Invoice, deposit: Deposit): string {
  const coin = deposit.mismatch ? undefined : coinOf(deposit, invoice);
  return coin ? formatDecimal(deposit.value, coin.decimals) : "0";
}
