/** Every operation of the merchant API by its name: the method and the path. The client and the reference are made from it. */
export const ROUTES = {
  getHealth: "GET /api/v1/health",
  getServerInfo: "GET /api/v1/server/info",
  getApiKey: "GET /api/v1/api-keys/current",
  revokeApiKey: "DELETE /api/v1/api-keys/current",
  createApiKey: "POST /api/v1/api-keys",
  deleteApiKey: "DELETE /api/v1/api-keys/{apiKey}",

  listStores: "GET /api/v1/stores",
  getStore: "GET /api/v1/stores/{storeId}",
  changeStore: "PUT /api/v1/stores/{storeId}",
  createStore: "POST /api/v1/stores",
  deleteStore: "DELETE /api/v1/stores/{storeId}",
  uploadLogo: "POST /api/v1/stores/{storeId}/logo",
  deleteLogo: "DELETE /api/v1/stores/{storeId}/logo",
  listPaymentMethods: "GET /api/v1/stores/{storeId}/payment-methods",
  getPaymentMethod: "GET /api/v1/stores/{storeId}/payment-methods/{paymentMethodId}",
  changePaymentMethod: "PUT /api/v1/stores/{storeId}/payment-methods/{paymentMethodId}",
  getRates: "GET /api/v1/stores/{storeId}/rates",
  getRateConfiguration: "GET /api/v1/stores/{storeId}/rates/configuration/{rateSource}",
  changeRateConfiguration: "PUT /api/v1/stores/{storeId}/rates/configuration/{rateSource}",
  previewRates: "POST /api/v1/stores/{storeId}/rates/configuration/preview",

  createInvoice: "POST /api/v1/stores/{storeId}/invoices",
  listInvoices: "GET /api/v1/stores/{storeId}/invoices",
  getInvoice: "GET /api/v1/stores/{storeId}/invoices/{invoiceId}",
  changeInvoice: "PUT /api/v1/stores/{storeId}/invoices/{invoiceId}",
  markInvoice: "POST /api/v1/stores/{storeId}/invoices/{invoiceId}/status",
  listInvoiceMethods: "GET /api/v1/stores/{storeId}/invoices/{invoiceId}/payment-methods",
  activateInvoiceMethod:
    "POST /api/v1/stores/{storeId}/invoices/{invoiceId}/payment-methods/{methodId}/activate",
  archiveInvoice: "DELETE /api/v1/stores/{storeId}/invoices/{invoiceId}",
  mailInvoice: "POST /api/v1/stores/{storeId}/invoices/{invoiceId}/crosstill/mail",
  proveInvoice: "GET /api/v1/stores/{storeId}/invoices/{invoiceId}/proof",
  unarchiveInvoice: "POST /api/v1/stores/{storeId}/invoices/{invoiceId}/unarchive",
  getRefundAmounts: "GET /api/v1/stores/{storeId}/invoices/{invoiceId}/refund/{paymentMethodId}",
  refundInvoice: "POST /api/v1/stores/{storeId}/invoices/{invoiceId}/refund",

  createPaymentRequest: "POST /api/v1/stores/{storeId}/payment-requests",
  listPaymentRequests: "GET /api/v1/stores/{storeId}/payment-requests",
  getPaymentRequest: "GET /api/v1/stores/{storeId}/payment-requests/{paymentRequestId}",
  changePaymentRequest: "PUT /api/v1/stores/{storeId}/payment-requests/{paymentRequestId}",
  payPaymentRequest: "POST /api/v1/stores/{storeId}/payment-requests/{paymentRequestId}/pay",
  archivePaymentRequest: "DELETE /api/v1/stores/{storeId}/payment-requests/{paymentRequestId}",

  createPointOfSale: "POST /api/v1/stores/{storeId}/apps/pos",
  changePointOfSale: "PUT /api/v1/stores/{storeId}/apps/pos/{appId}",
  getApp: "GET /api/v1/stores/{storeId}/apps/{appId}",
  deleteApp: "DELETE /api/v1/stores/{storeId}/apps/{appId}",

  createWebhook: "POST /api/v1/stores/{storeId}/webhooks",
  listWebhooks: "GET /api/v1/stores/{storeId}/webhooks",
  getWebhook: "GET /api/v1/stores/{storeId}/webhooks/{webhookId}",
  changeWebhook: "PUT /api/v1/stores/{storeId}/webhooks/{webhookId}",
  deleteWebhook: "DELETE /api/v1/stores/{storeId}/webhooks/{webhookId}",
  rotateWebhookSecret: "POST /api/v1/stores/{storeId}/webhooks/{webhookId}/rotate-secret",
  testWebhook: "POST /api/v1/stores/{storeId}/webhooks/{webhookId}/test",
  listDeliveries: "GET /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries",
  getDelivery: "GET /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}",
  getDeliveryRequest: "GET /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}/request",
  redeliver: "POST /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
  redeliverMany: "POST /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries/redeliver",
  listEvents: "GET /api/v1/stores/{storeId}/events",

  createPullPayment: "POST /api/v1/stores/{storeId}/pull-payments",
  listPullPayments: "GET /api/v1/stores/{storeId}/pull-payments",
  getPullPayment: "GET /api/v1/stores/{storeId}/pull-payments/{pullPaymentId}",
  listPullPaymentPayouts: "GET /api/v1/stores/{storeId}/pull-payments/{pullPaymentId}/payouts",
  archivePullPayment: "DELETE /api/v1/stores/{storeId}/pull-payments/{pullPaymentId}",
  seePullPayment: "GET /api/v1/pull-payments/{pullPaymentId}",
  claimPullPayment: "POST /api/v1/pull-payments/{pullPaymentId}/payouts",
  seeClaims: "GET /api/v1/pull-payments/{pullPaymentId}/payouts",
  seeClaim: "GET /api/v1/pull-payments/{pullPaymentId}/payouts/{payoutId}",

  createPayout: "POST /api/v1/stores/{storeId}/payouts",
  listPayouts: "GET /api/v1/stores/{storeId}/payouts",
  getPayout: "GET /api/v1/stores/{storeId}/payouts/{payoutId}",
  approvePayout: "POST /api/v1/stores/{storeId}/payouts/{payoutId}",
  markPayout: "POST /api/v1/stores/{storeId}/payouts/{payoutId}/mark",
  markPayoutPaid: "POST /api/v1/stores/{storeId}/payouts/{payoutId}/mark-paid",
  cancelPayout: "DELETE /api/v1/stores/{storeId}/payouts/{payoutId}",

  listStoreUsers: "GET /api/v1/stores/{storeId}/users",
  addStoreUser: "POST /api/v1/stores/{storeId}/users",
  changeStoreUser: "PUT /api/v1/stores/{storeId}/users/{idOrEmail}",
  removeStoreUser: "DELETE /api/v1/stores/{storeId}/users/{idOrEmail}",
  listStoreRoles: "GET /api/v1/stores/{storeId}/roles",
  listServerRoles: "GET /api/v1/server/roles",
  getOwnUser: "GET /api/v1/users/me",
  changeOwnUser: "PUT /api/v1/users/me",
  createUserApiKey: "POST /api/v1/users/{idOrEmail}/api-keys",
  deleteUserApiKey: "DELETE /api/v1/users/{idOrEmail}/api-keys/{apiKey}",
  listNotifications: "GET /api/v1/users/me/notifications",
  getNotification: "GET /api/v1/users/me/notifications/{notificationId}",
  changeNotification: "PUT /api/v1/users/me/notifications/{notificationId}",
  deleteNotification: "DELETE /api/v1/users/me/notifications/{notificationId}",
  getNotificationSettings: "GET /api/v1/users/me/notification-settings",
  changeNotificationSettings: "PUT /api/v1/users/me/notification-settings",

  getInbox: "GET /api/v1/stores/{storeId}/crosstill/inbox",
  resolveAttention: "POST /api/v1/stores/{storeId}/crosstill/inbox/resolve",
  assignDeposit: "POST /api/v1/stores/{storeId}/crosstill/unattributed/assign",
  refundDeposit: "POST /api/v1/stores/{storeId}/crosstill/unattributed/refund",
  dismissDeposit: "POST /api/v1/stores/{storeId}/crosstill/unattributed/dismiss",
  exportFile: "GET /api/v1/stores/{storeId}/exports/{name}",
  getStatement: "GET /api/v1/stores/{storeId}/statements/{month}",
} as const;

/** Those that make something and take an Idempotency-Key. The client, which has no schemas with it, repeats them by one. */
export const REPEATABLE: readonly OperationName[] = [
  ...([
    "createStore",
    "createInvoice",
    "refundInvoice",
    "createPaymentRequest",
    "payPaymentRequest",
  ] as const),
  ...([
    "createWebhook",
    "rotateWebhookSecret",
    "createPullPayment",
    "claimPullPayment",
    "createPayout",
  ] as const),
  ...(["redeliver", "redeliverMany", "createPointOfSale"] as const),
];

export type OperationName = keyof typeof ROUTES;

/** The parameters in a path. */
export function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
