const INVOICE = ["invoiceId", "metadata"] as const;
const PAYMENT = [...INVOICE, "paymentMethodId", "payment", "afterExpiration"] as const;
const PAYOUT = ["pullPaymentId", "payoutId", "payoutState"] as const;
const PAYMENT_REQUEST = ["paymentRequestId", "status"] as const;

/** Every event with the fields that its message always has, beside those that all messages have. The union of types is made of it. */
export const MESSAGE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  InvoiceCreated: INVOICE,
  InvoiceReceivedPayment: PAYMENT,
  InvoiceProcessing: [...INVOICE, "overPaid"],
  InvoicePaymentSettled: PAYMENT,
  InvoiceSettled: [...INVOICE, "overPaid", "manuallyMarked"],
  InvoiceExpired: [...INVOICE, "partiallyPaid"],
  InvoiceExpiredPaidPartial: INVOICE,
  InvoicePaidAfterExpiration: INVOICE,
  InvoiceInvalid: [...INVOICE, "manuallyMarked"],
  InvoiceRefund: [...INVOICE, "pullPaymentId"],
  CrosstillOfferChanged: INVOICE,
  CrosstillPaymentConfirmed: PAYMENT,
  CrosstillPaymentDelayed: PAYMENT,
  CrosstillPaymentDropped: PAYMENT,
  CrosstillPaymentClaimed: PAYMENT,
  CrosstillPaymentRefunded: PAYMENT,
  CrosstillReopened: INVOICE,
  CrosstillAnomaly: INVOICE,
  CrosstillAttention: INVOICE,
  PayoutCreated: PAYOUT,
  PayoutApproved: PAYOUT,
  PayoutUpdated: PAYOUT,
  PaymentRequestCreated: PAYMENT_REQUEST,
  PaymentRequestUpdated: PAYMENT_REQUEST,
  PaymentRequestArchived: PAYMENT_REQUEST,
  PaymentRequestStatusChanged: PAYMENT_REQUEST,
  PaymentRequestCompleted: PAYMENT_REQUEST,
};
