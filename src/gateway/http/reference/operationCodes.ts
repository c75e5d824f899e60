import type { ApiErrorCode } from "../errorTable.ts";
import type { Operation } from "./operation.ts";
import { parametersOf, ROUTES, type OperationName } from "./paths.ts";

type Codes = readonly ApiErrorCode[];

/** Codes that a call of any path with this parameter can answer. */
const OF_PARAMETERS: Readonly<Record<string, Codes>> = {
  apiKey: ["apikey-not-found"],
  idOrEmail: ["user-not-found"],
  notificationId: ["notification-not-found", "user-not-found"],
  invoiceId: ["invoice-not-found"],
  paymentRequestId: ["payment-request-not-found"],
  webhookId: ["webhook-not-found"],
  deliveryId: ["webhookdelivery-not-found"],
  pullPaymentId: ["pullpayment-not-found"],
  payoutId: ["payout-not-found"],
  appId: ["point-of-sale-not-found"],
  rateSource: ["rate-source-not-found"],
  month: ["month-not-found"],
  name: ["export-not-found"],
};

/** What pricing an invoice asks of the service, the chains and the rates. */
const PRICING: Codes = [
  "amount-too-small",
  "quote-without-minimum",
  "quote-user-balance",
  "quote-unusable",
  "price-not-reached",
  "address-conflict",
  "service-unavailable",
  "service-key-refused",
  "service-refused",
  "chain-unseen",
  "chain-busy",
  "rate-unavailable",
  "database-behind",
];
const ISSUING: Codes = [
  "store-archived",
  "method-not-available",
  "quote-user-balance",
  "rate-unavailable",
  "policy-not-allowed",
  "database-behind",
  "conflict",
];

/** Codes of single operations, beside those of their path and those of every call. */
const OF_OPERATIONS: Readonly<Partial<Record<OperationName, Codes>>> = {
  createApiKey: ["permission-not-allowed", "wrong-store"],
  createUserApiKey: ["permission-not-allowed", "wrong-store"],
  addStoreUser: [
    "user-not-found",
    "duplicate-store-user-role",
    "role-not-found",
    "role-not-allowed",
    "mail-off",
    "too-many-invitations",
  ],
  changeStoreUser: ["role-not-found", "role-not-allowed", "last-owner"],
  removeStoreUser: ["role-not-found", "role-not-allowed", "last-owner"],
  getOwnUser: ["user-not-found"],
  changeOwnUser: ["user-not-found"],
  listNotifications: ["user-not-found"],
  getNotificationSettings: ["user-not-found"],
  changeNotificationSettings: ["user-not-found"],
  deleteStore: ["store-busy"],
  createStore: ["too-many-stores"],
  changeStore: ["conflict"],
  getPaymentMethod: ["paymentmethod-not-found"],
  changePaymentMethod: ["paymentmethod-not-found", "conflict"],
  getRates: ["rate-unavailable"],
  previewRates: ["rate-unavailable"],
  createInvoice: [...ISSUING, "mail-off"],
  listInvoices: ["search-too-broad"],
  markInvoice: ["mark-not-allowed", "conflict"],
  activateInvoiceMethod: [
    ...PRICING,
    "method-not-available",
    "invoice-closed",
    "invoice-held",
    "invoice-paid",
    "conflict",
  ],
  mailInvoice: [
    "invoice-closed",
    "mail-off",
    "mail-not-found",
    "mail-address-missing",
    "mail-address-refused",
    "too-many-mails",
  ],
  unarchiveInvoice: ["already-unarchived"],
  getRefundAmounts: ["non-refundable", "rate-unavailable", "paymentmethod-not-found"],
  refundInvoice: ["non-refundable", "refund-too-large", "rate-unavailable", "paymentmethod-not-found"],
  createPaymentRequest: ["store-archived"],
  changePaymentRequest: ["amount-locked"],
  payPaymentRequest: [
    ...ISSUING,
    "already-paid",
    "amount-not-allowed",
    "archived",
    "expired",
    "too-many-invoices",
  ],
  changePointOfSale: ["currency-fixed"],
  createWebhook: ["too-many-webhooks"],
  getDeliveryRequest: ["webhookdelivery-pruned"],
  redeliver: ["webhook-disabled", "webhookdelivery-pruned"],
  redeliverMany: ["webhook-disabled"],
  createPullPayment: ["non-refundable", "refund-too-large", "rate-unavailable"],
  claimPullPayment: [
    "archived",
    "expired",
    "not-started",
    "overdraft",
    "amount-too-low",
    "duplicate-destination",
    "payment-method-not-supported",
    "payout-address-refused",
    "rate-unavailable",
    "conflict",
  ],
  createPayout: [
    "overdraft",
    "amount-too-low",
    "duplicate-destination",
    "payment-method-not-supported",
    "payout-address-refused",
    "rate-unavailable",
    "archived",
    "expired",
    "not-started",
    "pullpayment-not-found",
  ],
  approvePayout: ["old-revision", "invalid-state", "rate-unavailable", "conflict"],
  markPayout: [
    "invalid-state",
    "conflict",
    "payment-not-found",
    "payment-used",
    "chain-unseen",
    "chain-busy",
  ],
  markPayoutPaid: ["invalid-state", "conflict"],
  cancelPayout: ["invalid-state", "conflict"],
  resolveAttention: ["invoice-not-found", "deposit-not-found", "nothing-to-resolve"],
  assignDeposit: ["deposit-not-found", "deposit-taken", "invoice-not-found", "address-conflict"],
  refundDeposit: [
    "deposit-not-found",
    "deposit-taken",
    "refund-elsewhere",
    "payment-method-not-supported",
    "payout-address-refused",
  ],
  dismissDeposit: [
    "deposit-not-found",
    "deposit-taken",
    "sender-unknown",
    "sender-is-service",
    "service-unavailable",
  ],
  exportFile: ["export-refused", "books-not-ready"],
  getStatement: ["books-not-ready"],
};

/**
 * Every code that an operation may answer, except `internal-error`. A test compares it with what the server really answered in
 * all tests of the API.
 */
export function codesOf(
  name: OperationName,
  { needs, body, file, repeatable, mayBeWrong }: Operation,
): Codes {
  const [, path = ""] = ROUTES[name].split(" ");
  const parameters = parametersOf(path);
  const isRead = body !== undefined || file !== undefined || repeatable === true;
  const codes: Codes = [
    ...(["bad-request", "too-many-requests", "storage-unavailable", "starting"] as const),
    ...(needs === "nothing" ? [] : (["unauthenticated"] as const)),
    ...(needs === "nothing" || needs === "any key" ? [] : (["missing-permission"] as const)),
    ...(parameters.includes("storeId") ? (["store-not-found", "wrong-store"] as const) : []),
    ...(parameters.length > 0 ? (["not-found"] as const) : []),
    ...(isRead ? (["invalid-json", "body-too-large", "request-aborted", "invalid"] as const) : []),
    ...(mayBeWrong === true ? (["invalid"] as const) : []),
    ...(repeatable === true ? (["idempotency-key-in-use", "idempotency-key-reused"] as const) : []),
    ...parameters.flatMap((parameter) => OF_PARAMETERS[parameter] ?? []),
    ...(OF_OPERATIONS[name] ?? []),
  ];
  return [...new Set(codes)].toSorted();
}
