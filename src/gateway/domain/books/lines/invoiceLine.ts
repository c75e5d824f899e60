import { depositStatusOf } from "../../invoices/credit.ts";
import { isFinal, markOf, type Deposit, type Invoice } from "../../invoices/invoice.ts";
import { metadataText } from "../../invoices/metadataText.ts";
import { inPrice, priceOf, worth } from "../../invoices/paid.ts";
import { formatFixed } from "../../../../values/amount.ts";
import type { Instant } from "../../../../values/time.ts";
import { coinAmount } from "./coinAmount.ts";
import type { InvoiceLine, PaymentLine } from "./line.ts";
import { paymentLine, type Worths } from "./paymentLine.ts";

/** The line of an invoice that is over, at `at`; undefined while it is not. */
export function invoiceLine(invoice: Invoice, worths: Worths, at: Instant): InvoiceLine | undefined {
  const { terms, facts, state, additional } = invoice;
  const mark = markOf(facts);
  if (!isFinal(state) && !mark) return undefined;
  const { settlement } = terms;
  return {
    state,
    additional,
    createdAt: terms.createdAt,
    expiresAt: terms.expiresAt,
    endedAt: at,
    orderId: metadataText(terms.metadata, "orderId"),
    description: metadataText(terms.metadata, "itemDesc"),
    customer: metadataText(terms.metadata, "buyerEmail"),
    currency: terms.currency,
    price: formatFixed(priceOf(invoice), terms.decimals),
    tax: metadataText(terms.metadata, "taxIncluded"),
    paid: formatFixed(settledInPrice(invoice), terms.decimals),
    due: coinAmount(settlement, terms.due, settlement),
    marked: mark && { by: mark.by, reason: mark.reason },
    payments: facts.deposits.flatMap((deposit) => paymentOf(invoice, deposit, worths)),
    metadata: terms.metadata,
  };
}

function paymentOf(invoice: Invoice, deposit: Deposit, worths: Worths): readonly PaymentLine[] {
  const line = paymentLine(invoice, deposit, worths);
  return line ? [{ ...line, metadata: undefined }] : []; // the invoice's, which has it already
}

/** What has reached the shop of it. What is on its way may yet come back. */
function settledInPrice({ terms, facts }: Invoice): bigint {
  const settled = facts.deposits.filter((deposit) => depositStatusOf(facts, deposit) === "settled");
  return inPrice(terms, worth(facts, settled));
}
