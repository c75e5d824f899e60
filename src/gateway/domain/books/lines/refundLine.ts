import { depositStatusOf, offerOf } from "../../invoices/credit.ts";
import { coinOf } from "../../invoices/depositCoin.ts";
import type { Deposit, Invoice } from "../../invoices/invoice.ts";
import { metadataText } from "../../invoices/metadataText.ts";
import { formatDecimal, formatFixed } from "../../../../values/amount.ts";
import type { Payout } from "../../payouts/payout.ts";
import type { PullPayment } from "../../payouts/pullPayment.ts";
import { PAYOUT_ENTRY, type Entry } from "../ledger.ts";
import { paidAmount, payoutCost, payoutEntries } from "../payoutEntries.ts";
import { coinAmount } from "./coinAmount.ts";
import type { BookedLine, RefundLine } from "./line.ts";
import { receiptBooking, type RefundedOutput } from "./receiptLine.ts";

/**
 * The line of a deposit that the service has returned; undefined for any other. Without a reported amount
 * it counts as returned whole.
 */
export function automaticRefundLine(invoice: Invoice, deposit: Deposit): RefundLine | undefined {
  const { facts, terms } = invoice;
  if (depositStatusOf(facts, deposit) !== "refunded") return undefined;
  const refund = facts.refunds.find(({ outpoint }) => outpoint === deposit.outpoint);
  const offer = offerOf(facts, deposit);
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

/**
 * Books a completed payout: entries and lines, that of the payout first. `refunded` is the invoice of a refund, `output` the
 * unattributed funds of one.
 */
export function payoutBooking(
  payout: Payout,
  pullPayment: PullPayment | undefined,
  refunded: Invoice | undefined,
  output?: RefundedOutput,
): Readonly<{ entries: readonly Entry[]; lines: readonly BookedLine[] }> {
  const { id, storeId } = payout;
  const invoiceId = pullPayment?.refund?.invoiceId;
  const body = payoutLine(payout, pullPayment, refunded?.terms.metadata ?? payout.metadata);
  const line: BookedLine = {
    file: "refunds",
    id: payoutLineId(id),
    storeId,
    invoiceId,
    kind: "booked",
    body,
  };
  const receipt = output ? receiptBooking(payout, output) : { entries: [], lines: [] };
  return {
    entries: [...receipt.entries, ...payoutEntries(payout, invoiceId)],
    lines: [line, ...receipt.lines],
  };
}

/** The id of a payout's line. */
export const payoutLineId = (id: string): string => `refunds:${PAYOUT_ENTRY}${id}`;

function payoutLine(payout: Payout, pullPayment: PullPayment | undefined, metadata: unknown): RefundLine {
  const { coin, proof, originalAmount, originalCurrency, originalDecimals } = payout;
  const paid = coinAmount(coin, paidAmount(payout), coin);
  const { evidence = "merchant", txHash: txid } = proof ?? {};
  return {
    how: pullPayment?.refund ? "refund" : "payout",
    subject: payout.id,
    orderId: metadataText(metadata, "orderId"),
    name: pullPayment?.name,
    ...(spentPart(payout) ?? { spent: paid, spentTxid: txid, spentEvidence: evidence }), // what leaves is what arrives
    paid,
    txid,
    evidence,
    to: payout.destination,
    original: { currency: originalCurrency, amount: formatFixed(originalAmount, originalDecimals) },
    worths: payout.worths,
    requestId: payout.service?.requestId,
    metadata,
  };
}

/** The leg of a conversion on which the merchant's coin left; undefined for a payment by hand. */
function spentPart(
  payout: Payout,
): Pick<RefundLine, "spent" | "spentTxid" | "spentEvidence" | "cost"> | undefined {
  if (!payout.departure) return undefined;
  const { coin, amount, txHash: spentTxid, evidence: spentEvidence } = payout.departure;
  const cost = payoutCost(payout);
  return {
    spent: coinAmount(coin, amount, coin),
    spentTxid,
    spentEvidence,
    cost: cost === undefined ? undefined : formatDecimal(cost, coin.decimals),
  };
}
