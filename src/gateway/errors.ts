import { sentence, SentenceError, type Sentence } from "../values/sentence.ts";

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
    meaning: "There is no store with this id.",
    remedy: "List the stores.",
  },
  store_archived: {
    status: 422,
    meaning: "The store is archived and takes nothing new.",
    remedy: "Unarchive it, or use another store.",
  },
  store_busy: {
    status: 422,
    meaning: "Payments, refunds or payouts of the store are not finished, so it cannot be archived.",
    remedy: "Wait until they are, or close them first; the message names them.",
  },
  too_many_stores: {
    status: 422,
    meaning: "The API makes no more stores on this gateway.",
    remedy: "Make it on the server with `crosstill stores create`.",
  },
  domain_refused: {
    status: 422,
    meaning:
      "The text is not a domain, the website does not name this gateway's signing key, or another store has proven the domain.",
    remedy: "Read the message: it says what was expected there.",
  },
  website_silent: {
    status: 422,
    meaning: "The website does not serve the proof as a JSON file.",
    remedy: "Put the file where the message says, without a redirect, and try again.",
  },
  name_taken: {
    status: 409,
    meaning: "Another user signs in under this name.",
    remedy: "Choose another name.",
  },
  too_many_invitations: {
    status: 429,
    meaning: "The store has made many invitations within an hour.",
    remedy: "Wait until the time that the message says.",
  },
  email_taken: {
    status: 409,
    meaning: "Another user has confirmed this e-mail address.",
    remedy: "Use another address, or change the other account.",
  },
  user_not_found: {
    status: 404,
    meaning: "The store has no user of this id or e-mail address, or the key is of no user.",
    remedy: "List the users of the store. A key of a user is made by that user in the browser.",
  },
  duplicate_store_user_role: {
    status: 409,
    meaning: "The user is in the store already.",
    remedy: "Change the role with PUT.",
  },
  notification_not_found: {
    status: 404,
    meaning: "The user has no notification with this id.",
    remedy: "List the notifications.",
  },
  member_not_found: {
    status: 404,
    meaning: "The store has no member with this id.",
    remedy: "Invite the person: an invitation that is accepted makes a member.",
  },
  role_not_found: {
    status: 404,
    meaning: "The store has no role of this name.",
    remedy: "List the store's roles.",
  },
  role_not_allowed: {
    status: 403,
    meaning: "The role allows more than the caller may do, or the caller may not manage people.",
    remedy: "Let an owner of the store or an administrator do it.",
  },
  change_not_pending: {
    status: 409,
    meaning:
      "No such change of the settlement, the refund addresses or the limit for payouts waits for a confirmation.",
    remedy: "Open the page again and look at the present value.",
  },
  second_person_needed: {
    status: 403,
    meaning: "The payout is above the store's limit, and two people must approve it in the browser.",
    remedy: "Let two people who may manage payouts approve it there.",
  },
  second_person_missing: {
    status: 422,
    meaning: "The change needs two people who may approve payouts in the store.",
    remedy: "Invite an owner or a manager first.",
  },
  approvals_on_hold: {
    status: 403,
    meaning:
      "Another person has opened this user's account, so for a day the user approves nothing that moves money and gives no access to others; or one of the two who approve has invited, reset or enabled the other within a day, or given a role to the other.",
    remedy:
      "After a link: sign in with a second factor that the user had before. Else wait, or let another person approve.",
  },
  settlement_changed: {
    status: 409,
    meaning: "The store has another settlement than the form was made for.",
    remedy: "Look at the present settlement, and fill in the form again.",
  },
  last_owner: {
    status: 409,
    meaning: "The store would be left without an owner.",
    remedy: "Make another member an owner first.",
  },
  last_administrator: {
    status: 409,
    meaning: "The server would be left without an administrator.",
    remedy: "Make another user an administrator first.",
  },
  apikey_not_found: {
    status: 404,
    meaning: "The store has no such API key, or it is revoked.",
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
    meaning:
      "The webhook has no delivery with this id, or the delivery was a test, which cannot be sent again.",
    remedy: "List the deliveries of the webhook, or send a new test.",
  },
  webhookdelivery_pruned: {
    status: 409,
    meaning: "The request and answer of this delivery are not kept any more.",
    remedy: "Read the invoice instead.",
  },
  webhook_disabled: {
    status: 422,
    meaning: "The webhook is switched off.",
    remedy: "Switch it on (PUT with `enabled`: true) first.",
  },
  too_many_webhooks: {
    status: 422,
    meaning: "The store has as many webhooks as it may have.",
    remedy: "Delete one that is not needed.",
  },
  method_not_available: {
    status: 422,
    meaning: "The invoice cannot be paid by this method, or by this wallet.",
    remedy: "Use another payment method; the message says why.",
  },
  amount_too_small: {
    status: 422,
    meaning: "The amount is below what the service converts.",
    remedy: "Ask for more, or use another payment method.",
  },
  quote_without_minimum: {
    status: 503,
    meaning: "The service's quote does not state the least that arrives.",
    remedy: "Set a margin for the store (`--margin`) to accept such a service.",
  },
  quote_unusable: {
    status: 503,
    meaning:
      "The service's quote has no valid address, contradicts what was asked, or costs too much by RATES_URLS.",
    remedy: "Read the message; it names the quote or the setting.",
  },
  quote_user_balance: {
    status: 503,
    meaning: "The service asks for a Bitcoin address with a high balance in each quote, and none is set.",
    remedy: "The operator sets QUOTE_USER_BITCOIN.",
  },
  chain_unseen: {
    status: 503,
    meaning: "The explorer or the chain's node gave no answer.",
    remedy: "Try again in a minute.",
  },
  chain_busy: {
    status: 503,
    meaning: "The budget of explorer calls is used up (EXPLORER_CALLS_PER_MINUTE).",
    remedy: "Try again in a minute.",
  },
  service_unavailable: {
    status: 503,
    meaning: "The intent service gave no answer in time.",
    remedy: "Try again with the same idempotency key. The message of a payout says what to check before.",
  },
  service_key_refused: {
    status: 503,
    meaning: "The intent service does not accept the gateway's API key, or takes no calls without one.",
    remedy:
      "The operator sets a valid INTENTS_API_KEY ([API keys](../how-to/move-to-quote-v3.md#when-the-service-refuses-the-key)).",
  },
  service_refused: {
    status: 422,
    meaning: "The intent service refused the request.",
    remedy: "Read its reason in the message.",
  },
  rate_unavailable: {
    status: 503,
    meaning: "No rate source has this pair of currencies now.",
    remedy: "State the price in the other currency, try again, or add a source to RATES_URLS.",
  },
  address_conflict: {
    status: 503,
    meaning: "The address or the amount is held by another invoice.",
    remedy: "Try again later, or use another payment method. An assignment waits until the lease has ended.",
  },
  invoice_closed: {
    status: 422,
    meaning: "The invoice is paid or closed, or does not take this change any more.",
    remedy: "Create a new invoice.",
  },
  invoice_paid: {
    status: 422,
    meaning: "Nothing of the invoice is left to be paid.",
    remedy: "Do not pay again.",
  },
  invoice_held: {
    status: 422,
    meaning: "Less than the price has arrived, and the merchant decides what happens next.",
    remedy: "The merchant resolves it in the inbox. Do not pay again.",
  },
  already_unarchived: {
    status: 400,
    meaning: "The invoice is not archived.",
    remedy: "No action is needed.",
  },
  archived: {
    status: 400,
    meaning: "The payment request was withdrawn.",
    remedy: "Use another one.",
  },
  already_paid: {
    status: 400,
    meaning: "The payment request is paid.",
    remedy: "Do not pay it again.",
  },
  expired: {
    status: 400,
    meaning: "The payment request has expired.",
    remedy: "Create a new one.",
  },
  amount_not_allowed: {
    status: 422,
    meaning: "The payment request is paid as a whole.",
    remedy: "Pay the amount that it names.",
  },
  amount_locked: {
    status: 422,
    meaning: "Amount and currency of a payment request do not change once it has an invoice.",
    remedy: "Create another payment request.",
  },
  price_not_reached: {
    status: 503,
    meaning: "The service's rate moved while the price was worked out.",
    remedy: "Try again.",
  },
  database_behind: {
    status: 503,
    meaning:
      "Another server of the database has taken over and lacks invoices that were acknowledged. Nothing new is issued until they are written down.",
    remedy: "Try later. Operators: run `crosstill recover` ([failover](../how-to/failover.md)).",
  },
  storage_unavailable: {
    status: 503,
    meaning: "The database did not answer, or the journal of addresses cannot be written.",
    remedy: "Repeat the call with the same idempotency key.",
  },
  deposit_not_found: {
    status: 404,
    meaning: "There are no unattributed funds with this chain and outpoint.",
    remedy: "List the inbox.",
  },
  deposit_taken: {
    status: 422,
    meaning:
      "The funds are credited or assigned to another invoice, are in no block any more, belong to another store, or cannot be refunded because the service converts them.",
    remedy: "Read the message, and list the inbox again.",
  },
  refund_elsewhere: {
    status: 409,
    meaning: "The funds have a refund to another address.",
    remedy: "Use that refund, or cancel its payout first.",
  },
  sender_unknown: {
    status: 422,
    meaning: "The money came to a deposit address, where no sender is ignored.",
    remedy: "Dismiss the deposit without `ignoreSender`.",
  },
  sender_is_service: {
    status: 422,
    meaning: "The sender is the intent service, and payments come from it.",
    remedy: "Dismiss the transfer without `ignoreSender`.",
  },
  mark_not_allowed: {
    status: 422,
    meaning: "The invoice cannot be marked so in its state.",
    remedy: "Read the message: it names the marks that are possible.",
  },
  policy_not_allowed: {
    status: 422,
    meaning: "The policy is laxer than the store allows for single invoices.",
    remedy: "Use a stricter policy, or change the bounds of the store (`crosstill stores set`).",
  },
  nothing_to_resolve: {
    status: 422,
    meaning: "The inbox has no such entry.",
    remedy: "List the inbox again.",
  },
  refund_address_refused: {
    status: 422,
    meaning: "The refund address is not one of that chain, or was changed too often.",
    remedy: "Use an address of the payer's own on that chain, or a new invoice.",
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
    meaning: "The text is not an address of the payout's chain.",
    remedy: "Use an address of that chain.",
  },
  payment_not_found: {
    status: 422,
    meaning: "No explorer or node shows that the transaction pays the payout.",
    remedy: "Name another transaction. If it was just sent, try again in a minute.",
  },
  payment_used: {
    status: 422,
    meaning: "The transaction was recorded for another payout.",
    remedy: "Name the one that paid this, or say that it paid several (`crosstill.paysSeveral`).",
  },
  paymentmethod_not_found: {
    status: 404,
    meaning: "The store or the invoice has no payment method with this id.",
    remedy: "The message lists the ids.",
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
    meaning: "No recipient is known: neither the call nor the invoice or store names one.",
    remedy: "Name a recipient.",
  },
  point_of_sale_not_found: {
    status: 404,
    meaning: "There is no point of sale of this id.",
    remedy: "List the points of sale of the store.",
  },
  currency_fixed: {
    status: 422,
    meaning: "The currency of a point of sale cannot change while its items stay.",
    remedy: "Leave the currency out, or send the items with prices in the new one.",
  },
  sale_refused: {
    status: 422,
    meaning: "A sale cannot be charged as it was put together.",
    remedy: "Read the message, and correct items, amount, discount or tip.",
  },
  public_invoices_off: {
    status: 403,
    meaning: "The store takes no invoices without a key.",
    remedy: "Switch pay buttons on in the settings of the store, or use a payment link.",
  },
  mail_not_sent: {
    status: 503,
    meaning: "The mail server did not take a message that a person sends.",
    remedy: "Check the address and the mail server, and send it again.",
  },
  mail_address_refused: {
    status: 422,
    meaning: "The text is not one e-mail address.",
    remedy: "Correct the address.",
  },
  search_too_broad: {
    status: 422,
    meaning: "The search would read too many invoices.",
    remedy: "Search for more of the word, or for a time.",
  },
  too_many_invoices: {
    status: 429,
    meaning: "The payment request has as many unpaid open invoices as it may have.",
    remedy: "Try again in some minutes.",
  },
  too_many_mails: {
    status: 429,
    meaning: "The invoice was mailed less than a minute ago, or as often as it may be.",
    remedy: "Wait a minute; the message says which it is.",
  },
  export_not_found: {
    status: 404,
    meaning: "There is no file with this name.",
    remedy: "The message lists the names.",
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

/**
 * A refusal with a sentence for people: what was expected, what came, what to do. One that can reach a page of the owner's has a
 * Sentence, so that the page shows it in the visitor's language.
 */
export class GatewayError extends SentenceError {
  override name = "GatewayError";
  constructor(
    readonly code: ErrorCode,
    said: string | Sentence,
    readonly data: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(said, options);
  }
}

/** Every webhook costs a row of each event and connections of its own. */
export function tooManyWebhooks(most: number): GatewayError {
  const said = sentence("Expected at most {most} webhooks of a store: delete one that is not needed.", {
    most,
  });
  return new GatewayError("too_many_webhooks", said);
}
