/**
 * Why the gateway refused: HTTP status, meaning, and what the caller can do. The merchant API spells the codes with hyphens;
 * docs/reference/errors.md is made from this table.
 */
export const ERRORS = {
  invoice_not_found: {
    status: 404,
    meaning: "The store has no invoice with this id.",
    remedy: "Check the id, and that the key belongs to the invoice's store.",
  },
  store_not_found: {
    status: 404,
    meaning: "There is no store with this id, or the key may not see it.",
    remedy: "List the stores that the key may see.",
  },
  store_archived: {
    status: 422,
    meaning: "The store is archived and takes nothing new.",
    remedy: "Unarchive it, or use another store.",
  },
  store_busy: {
    status: 422,
    meaning: "Money of the store is still moving, so it cannot be archived.",
    remedy: "Wait until its invoices and payouts have ended.",
  },
  too_many_stores: {
    status: 422,
    meaning: "The gateway has as many stores as it takes.",
    remedy: "Archive stores that are not needed.",
  },
  domain_refused: {
    status: 422,
    meaning: "The website does not name this gateway's signing key, or another store has proven the domain.",
    remedy: "Publish the file that the message names, and try again.",
  },
  website_silent: {
    status: 422,
    meaning: "The website could not be read.",
    remedy: "Check that it answers over https, and try again.",
  },
  apikey_not_found: {
    status: 404,
    meaning: "There is no such API key, or it belongs to another store.",
    remedy: "List the keys of the store.",
  },
  permission_not_allowed: {
    status: 422,
    meaning: "A key cannot grant a permission that it does not have.",
    remedy: "Use a key with more permissions, or ask for fewer.",
  },
  payment_request_not_found: {
    status: 404,
    meaning: "The store has no payment request with this id.",
    remedy: "Check the id.",
  },
  webhook_not_found: {
    status: 404,
    meaning: "The store has no webhook with this id.",
    remedy: "List the store's webhooks.",
  },
  webhookdelivery_not_found: {
    status: 404,
    meaning: "The webhook has no delivery with this id.",
    remedy: "List the deliveries of the webhook.",
  },
  webhookdelivery_pruned: {
    status: 409,
    meaning: "The request and answer of this delivery were removed because they are old.",
    remedy: "Redeliver the event; EVENT_DAYS sets how long they are kept.",
  },
  webhook_disabled: {
    status: 422,
    meaning: "The webhook is disabled, so nothing can be delivered to it.",
    remedy: "Enable it first.",
  },
  too_many_webhooks: {
    status: 422,
    meaning: "The store has as many webhooks as it may have.",
    remedy: "Delete one that is not needed.",
  },
  method_not_available: {
    status: 422,
    meaning: "The invoice cannot be paid in this coin now.",
    remedy: "Offer another payment method; the message says why.",
  },
  amount_too_small: {
    status: 422,
    meaning: "The amount is below what the conversion is worth.",
    remedy: "Ask for more, or use another payment method.",
  },
  quote_without_minimum: {
    status: 503,
    meaning: "The service's quote does not state the least that arrives.",
    remedy: "Nothing: the gateway does not show such a quote. Check the service if it persists.",
  },
  quote_unusable: {
    status: 503,
    meaning:
      "The service's quote contradicts what was asked, or is too expensive by the gateway's own rates.",
    remedy: "Check the service, and RATES_URLS.",
  },
  quote_user_balance: {
    status: 503,
    meaning: "The service wants an account with a balance for quotes of this size.",
    remedy: "The operator sets QUOTE_USER_BITCOIN to such an address.",
  },
  chain_unseen: {
    status: 503,
    meaning: "The gateway has not followed this chain long enough to see a payment.",
    remedy: "Try again in a minute. If it persists, check the explorer or RPC.",
  },
  chain_busy: {
    status: 503,
    meaning: "The explorer's call budget is used up.",
    remedy: "Try again after the time in Retry-After, if there is one, or in a minute.",
  },
  service_unavailable: {
    status: 503,
    meaning: "The intent service gave no answer.",
    remedy: "Try again with the same idempotency key.",
  },
  service_refused: {
    status: 422,
    meaning: "The intent service refused the request.",
    remedy: "Read its reason in the message.",
  },
  rate_unavailable: {
    status: 503,
    meaning: "No rate source has this pair of currencies now.",
    remedy: "Try again, or add a source to RATES_URLS.",
  },
  address_conflict: {
    status: 503,
    meaning: "The service returned a deposit address that is in use.",
    remedy: "Try again: another address is asked for.",
  },
  invoice_closed: {
    status: 422,
    meaning: "The invoice has ended.",
    remedy: "Create a new invoice.",
  },
  invoice_paid: {
    status: 422,
    meaning: "The invoice is paid, or its payment is on its way.",
    remedy: "Nothing: do not pay again.",
  },
  invoice_held: {
    status: 422,
    meaning: "The payment waits for a decision of the merchant.",
    remedy: "Resolve it in the inbox.",
  },
  already_unarchived: {
    status: 400,
    meaning: "The invoice is not archived.",
    remedy: "Nothing.",
  },
  archived: {
    status: 400,
    meaning: "The payment request is archived.",
    remedy: "Unarchive it, or use another one.",
  },
  already_paid: {
    status: 400,
    meaning: "The payment request is paid.",
    remedy: "Nothing.",
  },
  expired: {
    status: 400,
    meaning: "The payment request has expired.",
    remedy: "Create a new one, or give it a later expiry.",
  },
  amount_not_allowed: {
    status: 422,
    meaning: "The amount is outside what the payment request or store allows.",
    remedy: "Use an amount that the message allows.",
  },
  amount_locked: {
    status: 422,
    meaning: "The payment request's amount cannot be chosen by the payer.",
    remedy: "Pay the amount that it names.",
  },
  price_not_reached: {
    status: 503,
    meaning: "No quote yields the price of the invoice.",
    remedy: "Try again, or another payment method.",
  },
  storage_unavailable: {
    status: 503,
    meaning: "The database or the journal could not be written.",
    remedy: "Check disk and database; then repeat the call with the same idempotency key.",
  },
  deposit_not_found: {
    status: 404,
    meaning: "There are no unattributed funds with this chain and outpoint.",
    remedy: "List the inbox.",
  },
  deposit_taken: {
    status: 422,
    meaning: "The funds were assigned, or their block was undone.",
    remedy: "List the inbox again.",
  },
  mark_not_allowed: {
    status: 422,
    meaning: "The invoice cannot be marked so in its state, or by this key.",
    remedy: "See the statuses that can be marked.",
  },
  policy_not_allowed: {
    status: 422,
    meaning: "The policy is looser than the store allows for single invoices.",
    remedy: "Use a stricter policy, or change the bounds of the store.",
  },
  nothing_to_resolve: {
    status: 422,
    meaning: "The inbox has no such entry.",
    remedy: "List the inbox again.",
  },
  refund_address_refused: {
    status: 422,
    meaning: "The refund address cannot be used, or cannot be changed any more.",
    remedy: "Use an address of the payer's own on that chain.",
  },
  psbt_refused: {
    status: 422,
    meaning: "No transaction can be built from what was given.",
    remedy: "Read the message: it names the coin or address at fault.",
  },
  refund_too_large: {
    status: 422,
    meaning: "The refund is more than what was paid and not refunded yet.",
    remedy: "Refund less.",
  },
  pullpayment_not_found: {
    status: 404,
    meaning: "There is no pull payment with this id.",
    remedy: "Check the id.",
  },
  payout_not_found: {
    status: 404,
    meaning: "There is no payout with this id.",
    remedy: "Check the id.",
  },
  payout_address_refused: {
    status: 422,
    meaning: "The address cannot be paid.",
    remedy: "Use an address of the payout's chain.",
  },
  payment_not_found: {
    status: 422,
    meaning: "The transaction does not show the payment.",
    remedy: "Check the transaction id, and wait for its confirmation.",
  },
  payment_used: {
    status: 422,
    meaning: "The transaction was counted for another payout or invoice.",
    remedy: "Name another transaction.",
  },
  paymentmethod_not_found: {
    status: 404,
    meaning: "The store has no payment method with this id.",
    remedy: "List the payment methods of the store.",
  },
  mail_off: {
    status: 422,
    meaning: "The gateway has no mail server.",
    remedy: "The operator sets SMTP_URL and MAIL_FROM.",
  },
  mail_not_found: {
    status: 404,
    meaning: "There is no such message.",
    remedy: "List the messages of the invoice.",
  },
  mail_address_missing: {
    status: 422,
    meaning: "The invoice has no e-mail address.",
    remedy: "Give one.",
  },
  mail_address_refused: {
    status: 422,
    meaning: "The text is not an e-mail address that can be written to.",
    remedy: "Correct the address.",
  },
  search_too_broad: {
    status: 422,
    meaning: "The search would read too many invoices.",
    remedy: "Search for more of the word, or without the state.",
  },
  too_many_invoices: {
    status: 429,
    meaning: "There are as many unpaid invoices as one payment request may have.",
    remedy: "Wait until some have expired.",
  },
  too_many_mails: {
    status: 429,
    meaning: "The address has received as many messages as it may today.",
    remedy: "Try again tomorrow.",
  },
  export_not_found: {
    status: 404,
    meaning: "There is no file with this name.",
    remedy: "List the files in docs/reference/exports.md.",
  },
  export_refused: {
    status: 422,
    meaning: "The range, zone or another option of the file cannot be used.",
    remedy: "Read the message: it names the option.",
  },
  books_not_ready: {
    status: 503,
    meaning: "The lines of an older version's bookings are still being written.",
    remedy: "Try again in some minutes; the server has to run.",
  },
} as const satisfies Readonly<Record<string, Readonly<{ status: number; meaning: string; remedy: string }>>>;

export type ErrorCode = keyof typeof ERRORS;

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
