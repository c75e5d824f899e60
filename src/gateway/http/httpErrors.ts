/** Errors of HTTP itself: who calls, how often, and what arrives. docs/reference/errors.md is made from this table and ERRORS. */
export const HTTP_ERRORS = {
  unauthenticated: {
    status: 401,
    meaning: "The call has no API key, or one that is unknown, expired or revoked.",
    remedy: "Send `Authorization: token <key>`.",
  },
  "missing-permission": {
    status: 403,
    meaning: "The key lacks a permission that the call needs; the message names it.",
    remedy: "Create a key with that permission.",
  },
  "cross-site": {
    status: 403,
    meaning: "A page of another website sent a form of this one.",
    remedy: "Open the page itself.",
  },
  "https-needed": {
    status: 403,
    meaning: "The owner's pages were asked for without https.",
    remedy: "Use https, and set TRUSTED_PROXIES behind a proxy.",
  },
  invalid: {
    status: 422,
    meaning: "A field, parameter or header has a wrong value; `path` names it.",
    remedy: "Correct it: the message says what was expected.",
  },
  "idempotency-key-reused": {
    status: 422,
    meaning: "The idempotency key was used for another call.",
    remedy: "Use a new key for each thing that is created.",
  },
  "invalid-json": { status: 400, meaning: "The body is not JSON.", remedy: "Send valid JSON." },
  "body-too-large": {
    status: 413,
    meaning: "The body is larger than the limit in the message.",
    remedy: "Send less.",
  },
  "bad-request": { status: 400, meaning: "The request could not be read.", remedy: "Check it against HTTP." },
  "request-aborted": {
    status: 400,
    meaning: "The connection ended before the whole body had arrived.",
    remedy: "Send it again.",
  },
  "too-many-requests": {
    status: 429,
    meaning: "The key or the address has used up its calls for this minute.",
    remedy: "Wait as long as Retry-After says.",
  },
  "not-found": { status: 404, meaning: "There is nothing at this address.", remedy: "Check the path." },
  "month-not-found": {
    status: 404,
    meaning: "The month is not written as 2026-11.",
    remedy: "Write year and month.",
  },
  "month-not-over": {
    status: 422,
    meaning: "The month has not ended in the store's time zone.",
    remedy: "Ask again when it has.",
  },
  "claimed-already": {
    status: 409,
    meaning: "The refund link was used by someone else.",
    remedy: "Ask the shop, which sees the claim.",
  },
  "link-expired": {
    status: 410,
    meaning: "The link to the statement has expired.",
    remedy: "Ask the merchant for a new one.",
  },
  "link-unknown": {
    status: 404,
    meaning: "The link to the statement is not one of this gateway.",
    remedy: "Check that it was copied whole.",
  },
  unreadable: {
    status: 422,
    meaning: "The wallet's answer could not be read.",
    remedy: "Connect the wallet again.",
  },
  "idempotency-key-in-use": {
    status: 409,
    meaning: "A call with the same idempotency key has not ended yet.",
    remedy: "Repeat it in some seconds.",
  },
  "rate-source-not-found": {
    status: 404,
    meaning: "There is no rate source with this name.",
    remedy: "List the rate sources.",
  },
  "address-missing": {
    status: 400,
    meaning: "No e-mail address was given.",
    remedy: "Give one.",
  },
  "too-many-streams": {
    status: 429,
    meaning: "As many pages are open as the gateway keeps up to date by event streams.",
    remedy: "Nothing: the page asks for its status instead.",
  },
  "foreign-form": {
    status: 403,
    meaning: "A form of the owner's pages came from another website.",
    remedy: "Open the page itself.",
  },
  "stale-form": {
    status: 403,
    meaning: "The form belongs to a session that has ended.",
    remedy: "Sign in, and send it again.",
  },
  "no-transaction": {
    status: 422,
    meaning: "The text is not the hash of a transaction.",
    remedy: "Copy the whole hash.",
  },
  conflict: {
    status: 409,
    meaning: "Another call changed the same thing at the same moment.",
    remedy: "Read it again, and repeat the call.",
  },
  starting: { status: 503, meaning: "The server is starting.", remedy: "Try again in some seconds." },
  "internal-error": {
    status: 500,
    meaning: "A defect, or a state that the code does not expect.",
    remedy: "Search the log for the request's time, and report it.",
  },
} as const satisfies Readonly<Record<string, Readonly<{ status: number; meaning: string; remedy: string }>>>;

export type HttpErrorCode = keyof typeof HTTP_ERRORS;
