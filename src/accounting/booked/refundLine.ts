import { fateOf } from "../../invoices/credit.ts";
import { coinOf } from "../../invoices/depositCoin.ts";
import type { Deposit, Invoice } from "../../invoices/invoice.ts";
import { metadataText } from "../../invoices/metadataText.ts";
import { formatFixed } from "../../money/amount.ts";
import type { Payout } from "../../payouts/payout.ts";
import type { PullPayment } from "../../payouts/pullPayment.ts";
import { currencyId, PAYOUT_ENTRY, type Entry } from "../ledger.ts";
import { coinAmount } from "./coinAmount.ts";
import type { BookedLine, RefundLine } from "./line.ts";

/** The line of a deposit that the service has sent back; undefined for any other. What nobody reported counts as sent back whole. */
export function automaticRefundLine(invoice: Invoice, deposit: Deposit): RefundLine | undefined {
  const { facts, terms } = invoice;
  if (fateOf(facts, deposit) !== "refunded") return undefined;
  const refund = facts.refunds.find(({ outpoint }) => outpoint === deposit.outpoint);
  const offer = facts.offers.findLast(({ depositAddress }) => depositAddress === deposit.address);
  return {
    how: "automatic",
    subject: `${deposit.chainId}:${deposit.outpoint}`,
    orderId: metadataText(terms.metadata, "orderId"),
    paid: coinAmount(deposit, refund?.amount ?? deposit.value, coinOf(deposit, invoice)),
    to: offer?.refundTo,
    txid: refund?.txHash,
    evidence: "service",
    requestId: refund?.requestId,
    metadata: terms.metadata,
  };
}

/** What a payout that is completed adds to the books: an entry and a line. `refunded` is the invoice of a refund. */
export function payoutBooking(
  payout: Payout,
  pullPayment: PullPayment | undefined,
  refunded: Invoice | undefined,
): Readonly<{ entries: readonly Entry[]; lines: readonly BookedLine[] }> {
  const { id, storeId } = payout;
  const invoiceId = pullPayment?.refund?.invoiceId;
  const body = payoutLine(payout, pullPayment, refunded?.terms.metadata ?? payout.metadata);
  const line: BookedLine = { file: "refunds", id: payoutLineId(id), storeId, invoiceId, kind: "booked", body };
  return { entries: payoutEntries(payout, invoiceId), lines: [line] };
} // prettier-ignore

/** The ids of a payout's entry and of its line. */
export const payoutEntryId = (id: string): string => `${PAYOUT_ENTRY}${id}:paid`;
export const payoutLineId = (id: string): string => `refunds:${PAYOUT_ENTRY}${id}`;

/** The books of a payout: money of the merchant's own that went out. Empty until it is completed, and for one of nothing. */
export function payoutEntries(payout: Payout, invoiceId: string | undefined): readonly Entry[] {
  const { id, storeId, coin } = payout;
  const amount = paidAmount(payout);
  if (payout.state !== "Completed" || amount === 0n) return [];
  const currency = currencyId(coin.chainId, coin.currency);
  return [
    {
      id: payoutEntryId(id),
      storeId,
      invoiceId,
      from: "merchant",
      to: "paid_out",
      currency,
      amount,
    },
  ];
}

function payoutLine(payout: Payout, pullPayment: PullPayment | undefined, metadata: unknown): RefundLine {
  const { coin, proof, originalAmount, originalCurrency, originalDecimals } = payout;
  return {
    how: pullPayment?.refund ? "refund" : "payout",
    subject: payout.id,
    orderId: metadataText(metadata, "orderId"),
    name: pullPayment?.name,
    paid: coinAmount(coin, paidAmount(payout), coin),
    to: payout.destination,
    txid: proof?.txHash,
    evidence: proof?.evidence ?? "merchant",
    original: { currency: originalCurrency, amount: formatFixed(originalAmount, originalDecimals) },
    requestId: payout.service?.requestId,
    metadata,
  };
}

/** What arrived where that is known, else what was approved. */
function paidAmount({ proof, payoutAmount = 0n }: Payout): bigint {
  return proof?.amount ?? payoutAmount;
}
