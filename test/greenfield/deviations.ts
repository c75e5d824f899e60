import type { Schema } from "./schemas.ts";

/** Where our answers are not what BTCPay's description says, by its own names; docs/reference/greenfield.md says why. */
type Fields = Readonly<Record<string, readonly string[]>>;

/** Fields that we add. */
export const OURS: Fields = {
  ApplicationServerInfoData: ["crosstill"],
  StoreData: ["crosstill", "requiresRefundEmail"],
  GenericPaymentMethodData: ["crosstill"],
  InvoiceData: ["crosstill"],
  InvoicePaymentMethodDataModel: ["paymentMethod", "cryptoCode", "networkFee"],
  Payment: ["confirmations", "requestId", "settlementTxHash", "settledAmount", "refundTxHash"],
  WebhookData: ["crosstill"],
  WebhookDataCreateResult: ["crosstill"],
  WebhookDeliveryData: ["crosstill"],
  PaymentRequestData: ["archived", "crosstill"],
  PullPaymentData: ["startsAt", "expiresAt", "crosstill"],
  PayoutData: ["paymentMethod", "crosstill"],
  WebhookInvoiceEvent: ["crosstill"],
  WebhookInvoiceReceivedPaymentEvent: ["paymentMethod", "crosstill"],
  WebhookInvoicePaymentSettledEvent: ["paymentMethod", "crosstill"],
  WebhookInvoiceProcessingEvent: ["crosstill"],
  WebhookInvoiceSettledEvent: ["crosstill"],
  WebhookInvoiceInvalidEvent: ["crosstill"],
};

/** Fields that we leave out: there is no node here, and no setting of a payment method; a payout of no pull payment has no id of one. */
export const LEFT_OUT: Fields = {
  ApplicationServerInfoSyncStatusData: ["nodeInformation", "chainHeight", "syncHeight"],
  GenericPaymentMethodData: ["config"],
  PayoutData: ["pullPaymentId", "paymentProof"],
};

const UNIX_SECONDS: Schema = { $ref: "#/components/schemas/UnixTimestamp" };

/** Fields where BTCPay Server answers otherwise than its description says, and we as it does. */
export const BETTER_KNOWN: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  ApplicationServerInfoData: { onion: { type: "string", nullable: true } },
  StoreData: { paymentMethodCriteria: { type: "array" } },
  StoreRateResult: { rate: { type: "string", format: "decimal", nullable: true } },
  WebhookDeliveryData: { errorMessage: { type: "string", nullable: true } },
  PayoutData: { date: UNIX_SECONDS },
  PullPaymentData: { BOLT11Expiration: { type: "integer" } },
};
