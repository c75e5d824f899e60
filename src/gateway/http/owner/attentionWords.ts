import type { Translate } from "../../../languages/merchantWords.ts";
import type { AttentionKind } from "../../domain/invoices/attention.ts";

/** What is known of each kind of inbox entry, and what a person can do about it. */
export function attentionWords(tr: Translate): Readonly<Record<AttentionKind, string>> {
  return {
    underpaid: tr("Less than the price has arrived. Accept it (mark the invoice settled), or refund it."),
    overpaid: tr("More than the price has arrived. Keep it, or refund the difference."),
    late: tr(
      "The money arrived after the time was over. Accept it (mark the invoice settled), or refund it.",
    ),
    failed: tr(
      "The intent service does not convert a payment, and has not sent it back so far. Ask it to refund, or accept the payment (mark the invoice settled) once the money is with you.",
    ),
    afterMark: tr("Money came, stayed or went back after you had decided what the invoice is."),
    reopened: tr(
      "The sale counted as paid, and then the payment went back or disappeared. If you have handed over the goods, ask the customer to pay again.",
    ),
    stalled: tr("A payment takes far longer than usual, and nothing has come of it. Ask the intent service."),
    anomaly: tr(
      "Something happened that should not. Open the invoice, see what it names as odd, and compare with the chain.",
    ),
  };
}

/** The name of each kind, for its tag. */
export function attentionNames(tr: Translate): Readonly<Record<AttentionKind, string>> {
  return {
    underpaid: tr("underpaid"),
    overpaid: tr("overpaid"),
    late: tr("late"),
    failed: tr("failed"),
    afterMark: tr("after a decision"),
    reopened: tr("no longer paid"),
    stalled: tr("stalled"),
    anomaly: tr("anomaly"),
  };
}
