import { EVENT_TYPES } from "../../domain/invoices/events.ts";

/** Webhook events that are not about invoices. */
const OTHER_EVENTS = [
  ...(["InvoiceRefund", "PayoutCreated", "PayoutApproved", "PayoutUpdated"] as const),
  ...(["PaymentRequestCreated", "PaymentRequestUpdated", "PaymentRequestArchived"] as const),
  ...(["PaymentRequestStatusChanged", "PaymentRequestCompleted"] as const),
] as const;

/** Every event that a webhook can subscribe to. */
export const EVENT_NAMES: readonly string[] = [...EVENT_TYPES, ...OTHER_EVENTS];

/** Events of BTCPay Server that never occur here. A plugin may subscribe to them and receives none. */
export const SILENT_EVENTS: readonly string[] = [
  "PendingTransactionCreated",
  "PendingTransactionSignatureCollected",
  "PendingTransactionBroadcast",
  "PendingTransactionCancelled",
];
