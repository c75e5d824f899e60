import type { Additional, InvoiceState } from "../../../domain/invoices/invoice.ts";
import type { DepositStatus } from "../../../domain/invoices/credit.ts";
import type { Evidence } from "../../../domain/invoices/evidence.ts";
import type { RefundedPart } from "../../../domain/payouts/refundable.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";

/** The states and oddities of invoices, and of their payments, in the visitor's language. */
export function stateWords(tr: Translate): Readonly<{
  states: Readonly<Record<InvoiceState, string>>;
  additional: Readonly<Record<Additional, string>>;
  refunded: Readonly<Record<RefundedPart, string>>;
  payments: Readonly<Record<DepositStatus, string>>;
  evidence: Readonly<Record<Evidence, string>>;
}> {
  return {
    states: {
      New: tr("New"),
      Processing: tr("Processing"),
      Settled: tr("Settled"),
      Expired: tr("Expired"),
      Invalid: tr("Invalid"),
    },
    additional: {
      None: tr("None"),
      PaidPartial: tr("paid in part"),
      PaidOver: tr("overpaid"),
      PaidLate: tr("paid late"),
      Marked: tr("marked by a person"),
    },
    refunded: { whole: tr("Refunded"), part: tr("partly refunded") },
    payments: {
      gone: tr("not on the chain any more"),
      moving: tr("on its way"),
      failed: tr("not converted"),
      claimed: tr("claimed by the service"),
      settled: tr("settled"),
      refunded: tr("sent back"),
    },
    evidence: {
      verified: tr("Read from the chain"),
      hash: tr("A transaction hash from the service"),
      reported: tr("The word of the service"),
    },
  };
}
