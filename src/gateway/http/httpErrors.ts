/** Errors of HTTP itself: who calls, how often, and what arrives. docs/reference/errors.md is made from this table and ERRORS. */
export const HTTP_ERRORS = {
  unauthenticated: {
    status: 401,
    meaning: "The call has no API key, or one that is unknown, expired or revoked.",
    remedy: "Send `Authorization: token <key>`.",
  },
  "role-missing-permission": {
    status: 403,
    meaning: "The signed-in user's role in the store lacks a permission that the page or form needs.",
    remedy: "Let an owner of the store give the user another role.",
  },
  "missing-permission": {
    status: 403,
    meaning: "The key lacks a permission that the call needs; the message names it.",
    remedy: "Create a key with that permission.",
  },
  "wrong-store": {
    status: 403,
    meaning: "The key is for another store than the call names, whether or not there is such a store.",
    remedy: "Use the store id that the message names as the key's, or a key of the other store.",
  },
  "cross-site": {
    status: 403,
    meaning: "A page of another website sent a form of this one.",
    remedy: "Open the page itself.",
  },
  "https-needed": {
    status: 403,
    meaning: "The owner's pages were asked for without https.",
    remedy:
      "Set PUBLIC_URL to an https address. Where browser and gateway are on one machine, leave it out and open http://localhost.",
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
    meaning: "The month has not begun, or is not written as 2026-11.",
    remedy: "Name a month that has begun.",
  },
  "month-not-over": {
    status: 422,
    meaning: "The month has not ended in the store's time zone.",
    remedy: "Send the statement when it has.",
  },
  "claimed-already": {
    status: 409,
    meaning: "The form was sent before, with another address, coin or amount: the first claim counts.",
    remedy: "Ask the shop to cancel that claim, and load the page again.",
  },
  "link-expired": {
    status: 410,
    meaning: "The link to the statement has expired.",
    remedy: "Ask the merchant for a new one.",
  },
  "link-unknown": {
    status: 404,
    meaning: "A part of the link is missing, or the merchant has revoked it.",
    remedy: "Ask the merchant for a new one.",
  },
  unreadable: {
    status: 422,
    meaning: "The browser's wallet script named no quote or no step of it.",
    remedy: "Load the page again.",
  },
  "idempotency-key-in-use": {
    status: 409,
    meaning: "A call with the same idempotency key has not ended yet.",
    remedy: "Repeat it in some seconds.",
  },
  "rate-source-not-found": {
    status: 404,
    meaning: "A store has one rate source, called primary.",
    remedy: "Use it; RATES_URLS on the server lists several sources.",
  },
  "address-missing": {
    status: 400,
    meaning: "The form has no field for the address.",
    remedy: "Send it; an empty one ends the messages.",
  },
  "too-many-streams": {
    status: 429,
    meaning: "Too many windows are open at the invoice or at the address.",
    remedy: "No action is needed: the page polls instead.",
  },
  "foreign-form": {
    status: 403,
    meaning: "A form of the owner's pages came from another address than PUBLIC_URL.",
    remedy: "Open the page at PUBLIC_URL, and try again.",
  },
  "stale-form": {
    status: 403,
    meaning: "The form is from before the sign-in.",
    remedy: "Load the page again, and repeat.",
  },
  "no-transaction": {
    status: 422,
    meaning: "The text has no transaction id of 64 hexadecimal digits.",
    remedy: "Copy the whole id, or a link with it.",
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
