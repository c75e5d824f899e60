import type { AttentionKind } from "../../domain/invoices/attention.ts";

/** What is known of each kind of inbox entry, and what a person can do about it. */
export const ATTENTION_WORDS: Readonly<Record<AttentionKind, string>> = {
  underpaid: "Less than the price has arrived. Accept it (mark the invoice settled), or refund it.",
  overpaid: "More than the price has arrived. Keep it, or refund the difference.",
  late: "The money arrived after the time was over. Accept it (mark the invoice settled), or refund it.",
  failed:
    "The intent service does not convert a payment, and has not sent it back so far. Ask it to refund, or accept the payment (mark the invoice settled) once the money is with you.",
  afterMark: "Money came, stayed or went back after you had decided what the invoice is.",
  stalled: "A payment was confirmed a day ago, and nothing has come of it. Ask the intent service.",
  anomaly:
    "Something happened that should not. Open the invoice, see what it names as odd, and compare with the chain.",
};
