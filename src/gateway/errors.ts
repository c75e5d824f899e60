/** Why the gateway refused. Each code has one HTTP status; a new code does not compile until it has one. */
export type ErrorCode =
  | "invoice_not_found"
  | "store_not_found"
  | "store_archived"
  | "store_busy"
  | "too_many_stores"
  | "domain_refused"
  | "website_silent"
  | "apikey_not_found"
  | "permission_not_allowed"
  | "payment_request_not_found"
  | "webhook_not_found"
  | "webhookdelivery_not_found"
  | "webhookdelivery_pruned"
  | "webhook_disabled"
  | "too_many_webhooks"
  | "method_not_available"
  | "amount_too_small"
  | "quote_without_minimum"
  | "quote_unusable"
  | "quote_user_balance"
  | "chain_unseen"
  | "chain_busy"
  | "service_unavailable"
  | "service_refused"
  | "rate_unavailable"
  | "address_conflict"
  | "invoice_closed"
  | "invoice_paid"
  | "invoice_held"
  | "already_unarchived"
  | "archived"
  | "already_paid"
  | "expired"
  | "amount_not_allowed"
  | "amount_locked"
  | "price_not_reached"
  | "storage_unavailable"
  | "deposit_not_found"
  | "deposit_taken"
  | "mark_not_allowed"
  | "policy_not_allowed"
  | "nothing_to_resolve"
  | "refund_address_refused"
  | "psbt_refused"
  | "refund_too_large"
  | "pullpayment_not_found"
  | "payout_not_found"
  | "payout_address_refused"
  | "payment_not_found"
  | "payment_used"
  | "paymentmethod_not_found"
  | "mail_off"
  | "mail_not_found"
  | "mail_address_missing"
  | "mail_address_refused"
  | "search_too_broad"
  | "too_many_invoices"
  | "too_many_mails"
  | "export_not_found"
  | "export_refused"
  | "books_not_ready";

export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  invoice_not_found: 404,
  store_not_found: 404,
  store_archived: 422,
  store_busy: 422,
  too_many_stores: 422,
  domain_refused: 422,
  website_silent: 422,
  apikey_not_found: 404,
  permission_not_allowed: 422,
  payment_request_not_found: 404,
  webhook_not_found: 404,
  webhookdelivery_not_found: 404,
  webhookdelivery_pruned: 409,
  webhook_disabled: 422,
  too_many_webhooks: 422,
  method_not_available: 422,
  amount_too_small: 422,
  quote_without_minimum: 503,
  quote_unusable: 503,
  quote_user_balance: 503,
  chain_unseen: 503,
  chain_busy: 503,
  service_unavailable: 503,
  service_refused: 422,
  rate_unavailable: 503,
  address_conflict: 503,
  invoice_closed: 422,
  invoice_paid: 422,
  invoice_held: 422,
  already_unarchived: 400,
  archived: 400, // this and the next two are of payment requests, in the words of their clients
  already_paid: 400,
  expired: 400,
  amount_not_allowed: 422,
  amount_locked: 422,
  price_not_reached: 503,
  storage_unavailable: 503,
  deposit_not_found: 404,
  deposit_taken: 422,
  mark_not_allowed: 422,
  policy_not_allowed: 422,
  nothing_to_resolve: 422,
  refund_address_refused: 422,
  psbt_refused: 422,
  refund_too_large: 422,
  pullpayment_not_found: 404,
  payout_not_found: 404,
  payout_address_refused: 422,
  payment_not_found: 422,
  payment_used: 422,
  paymentmethod_not_found: 404,
  mail_off: 422,
  mail_not_found: 404,
  mail_address_missing: 422,
  mail_address_refused: 422,
  search_too_broad: 422,
  too_many_invoices: 429,
  too_many_mails: 429,
  export_not_found: 404,
  export_refused: 422,
  books_not_ready: 503,
};

/** A refusal with a sentence for people: what was expected, what came, what to do. */
export class GatewayError extends Error {
  override name = "GatewayError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Every webhook costs a row of each event and connections of its own. */
export function tooManyWebhooks(most: number): GatewayError {
  const message = `Expected at most ${most} webhooks of a store: delete one that is not needed.`;
  return new GatewayError("too_many_webhooks", message);
}
