import type { PaymentRow } from "../../accounting/paymentsExport.ts";
import { coinOf } from "../../invoices/depositCoin.ts";
import type { Deposit, Invoice } from "../../invoices/invoice.ts";
import { metadataText } from "../../invoices/metadataText.ts";
import { priceOf } from "../../invoices/paid.ts";
import { formatFixed } from "../../money/amount.ts";
import { offerRate } from "../../invoices/offerRate.ts";

/** The rows of payments.csv for one invoice: one for every deposit, dropped ones left out. */
export function paymentRows(invoice: Invoice): readonly PaymentRow[] {
  const kept = invoice.facts.deposits.filter(
    (deposit) =>
      deposit.presence !== "gone" ||
      invoice.facts.settlements.some(({ outpoint }) => outpoint === deposit.outpoint),
  );
  return kept.map((deposit) => rowOf(invoice, deposit));
}

function rowOf(invoice: Invoice, deposit: Deposit): PaymentRow {
  const { terms, facts } = invoice;
  const { settlement: destination } = terms;
  const offer = facts.offers.find(({ depositAddress }) => depositAddress === deposit.address);
  const coin = coinOf(deposit, invoice);
  const [txid = "", output] = deposit.outpoint.split(":");
  const request = facts.requests.find(({ outpoint }) => outpoint === deposit.outpoint);
  const settled = facts.settlements.find(({ outpoint }) => outpoint === deposit.outpoint);
  const refund = facts.refunds.find(({ outpoint }) => outpoint === deposit.outpoint);
  return {
    paidAt: deposit.seenAt,
    settledAt: settled?.at,
    invoiceId: invoice.id,
    orderId: metadataText(terms.metadata, "orderId"),
    storeId: invoice.storeId,
    invoiceStatus: invoice.state,
    additionalStatus: invoice.additional,
    priceAmount: formatFixed(priceOf(invoice), terms.decimals),
    priceCurrency: terms.currency,
    method: deposit.methodId,
    origin: {
      chainId: deposit.chainId,
      currency: deposit.currency,
      decimals: coin?.decimals,
      amount: deposit.value,
      txid,
      output: output === undefined ? undefined : Number(output),
    },
    depositAddress: deposit.address,
    requestId: request?.requestId ?? offer?.requestId,
    destination: {
      chainId: destination.chainId,
      currency: destination.currency,
      recipient: destination.recipient,
    },
    settlement: settled && {
      amount: settled.amount,
      decimals: destination.decimals,
      symbol: destination.symbol,
      txid: settled.txHash,
      evidence: settled.evidence,
      proven: settled.proven,
    },
    refund: refund && { txid: refund.txHash, amount: refund.amount, decimals: coin?.decimals },
    rateAtPayment: offer && !deposit.mismatch ? offerRate(invoice, offer) : undefined,
    itemDescription: metadataText(terms.metadata, "itemDesc"),
  };
}
