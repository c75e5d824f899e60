import { EVENT_TYPES } from "../../domain/invoices/events.ts";

/** What webhooks are told besides what happens to invoices. */
const OTHER_EVENTS = [
  ...(["InvoiceRefund", "PayoutCreated", "PayoutApproved", "PayoutUpdated"] as const),
  ...(["PaymentRequestCreated", "PaymentRequestUpdated", "PaymentRequestArchived"] as const),
  ...(["PaymentRequestStatusChanged", "PaymentRequestCompleted"] as const),
] as const;

/** Every event that a webhook may be told of. */
export const EVENT_NAMES: readonly string[] = [...EVENT_TYPES, ...OTHER_EVENTS];

/** Events of BTCPay Server's that never happen here. A plugin may ask for them, and hears nothing. */
export const SILENT_EVENTS: readonly string[] = [
  "PendingTransactionCreated",
  "PendingTransactionSignatureCollected",
  "PendingTransactionBroadcast",
  "PendingTransactionCancelled",
];
