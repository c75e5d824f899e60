import type { Additional, InvoiceState } from "../../../domain/invoices/invoice.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";

/** The states and oddities of invoices in the visitor's language. */
export function stateWords(tr: Translate): Readonly<{
  states: Readonly<Record<InvoiceState, string>>;
  additional: Readonly<Record<Additional, string>>;
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
  };
}
