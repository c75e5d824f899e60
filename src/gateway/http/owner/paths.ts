/** Where the owner's pages are. */
export const SETUP_PATH = "/owner/setup";
export const SIGN_IN_PATH = "/owner/sign-in";
export const SECOND_FACTOR_PATH = "/owner/sign-in/second-factor";
export const PASSKEY_PATH = "/owner/sign-in/passkey";
export const CONFIRM_PATH = "/owner/confirm";
export const CONFIRM_EMAIL_PATH = "/owner/confirm-email";
export const ACCOUNT_PATH = "/owner/account";
export const NOTIFICATIONS_PATH = "/owner/notifications";
export const PUSH_WORKER_PATH = "/owner/push-worker.js";
export const USERS_PATH = "/owner/users";
export const AUDIT_LOG_PATH = "/owner/audit-log";
export const SIGN_OUT_PATH = "/owner/sign-out";
export const OWNER_PATH = "/owner";
export const KEYS_PATH = "/owner/keys";
export const STORES_PATH = "/owner/stores";
export const NEW_STORE_PATH = "/owner/stores/new";
export const SERVER_PATH = "/owner/server";
export const PAYOUTS_PATH = "/owner/payouts";
export const INVOICES_PATH = "/owner/invoices";
export const AUTHORIZE_PATH = "/api-keys/authorize";

/** The page of a link that confirms an e-mail address. */
export function confirmEmailPath(token: string): string {
  return `${CONFIRM_EMAIL_PATH}?token=${encodeURIComponent(token)}`;
}

/** The page of a payout. */
export function payoutPath(id: string): string {
  return `${PAYOUTS_PATH}/${encodeURIComponent(id)}`;
}

/** The overview of a store. */
export function overviewPath(storeId: string): string {
  return `${OWNER_PATH}?store=${encodeURIComponent(storeId)}`;
}

/** The page on which a store is named and dressed. */
export function storePath(id: string): string {
  return `${STORES_PATH}/${encodeURIComponent(id)}`;
}

/** A page of a store's settings: "payments", "policy" and so on. */
export function settingsPath(storeId: string, section: string): string {
  return `${storePath(storeId)}/settings/${section}`;
}

/** The page on which another limit for a store's payouts is confirmed. */
export function refundAddressesPath(storeId: string): string {
  return `${storePath(storeId)}/refund-addresses`;
}

export function payoutLimitPath(storeId: string): string {
  return `${storePath(storeId)}/payout-limit`;
}

/** The page on which it is changed where a store is paid. */
export function settlementPath(storeId: string): string {
  return `${storePath(storeId)}/settlement`;
}

/** The page of the people of a store. */
export function peoplePath(storeId: string): string {
  return `${storePath(storeId)}/people`;
}

/** The page of what waits for a person in a store. */
export function inboxPath(storeId: string): string {
  return `${storePath(storeId)}/inbox`;
}

/** The page of the webhooks of a store. */
export function webhooksPath(storeId: string): string {
  return `${storePath(storeId)}/webhooks`;
}

/** Where developers find the keys, the webhooks and the events of a store. */
export function developersPath(storeId: string): string {
  return `${storePath(storeId)}/developers`;
}

/** The keys, beside the other pages for developers of a store. */
export function keysPath(storeId: string): string {
  return `${KEYS_PATH}?store=${encodeURIComponent(storeId)}`;
}

/** The page that asks before a key is revoked. */
export function revokeKeyPath(keyId: string): string {
  return `${KEYS_PATH}/${encodeURIComponent(keyId)}/revoke`;
}

/** The log of a store's events. */
export function eventsPath(storeId: string): string {
  return `${storePath(storeId)}/events`;
}

/** The form that makes an invoice. */
export function newInvoicePath(storeId: string): string {
  return `${storePath(storeId)}/invoices/new`;
}

/** The page on which files for accountants are chosen. */
export function exportsPath(storeId: string): string {
  return `${storePath(storeId)}/exports`;
}

/** The page on which payments are valued that no source of rates could value. */
export function valuationsPath(storeId: string): string {
  return `${storePath(storeId)}/valuations`;
}

/** A file for accountants with everything from a moment on. */
export function exportPath(storeId: string, name: string, from: string): string {
  return `${exportsPath(storeId)}/${name}?${new URLSearchParams({ from }).toString()}`;
}

/** The payment links of a store. */
export function paymentLinksPath(storeId: string): string {
  return `${storePath(storeId)}/payment-links`;
}

/** The page of a payment link. */
export function paymentLinkPath(storeId: string, id: string): string {
  return `${paymentLinksPath(storeId)}/${encodeURIComponent(id)}`;
}

/** The points of sale of a store. */
export function pointsOfSalePath(storeId: string): string {
  return `${storePath(storeId)}/pos`;
}

/** The page on which a point of sale is edited. */
export function pointOfSalePath(storeId: string, id: string): string {
  return `${pointsOfSalePath(storeId)}/${encodeURIComponent(id)}`;
}

/** The page of an item of a point of sale; "new" is the page that makes one. */
export function itemPath(storeId: string, posId: string, itemId: string): string {
  return `${pointOfSalePath(storeId, posId)}/items/${encodeURIComponent(itemId)}`;
}

/** The counter of a point of sale, where cashiers and customers are. */
export function counterPath(id: string): string {
  return `/pos/${encodeURIComponent(id)}`;
}

/** The page on which pay buttons are made. */
export function payButtonsPath(storeId: string): string {
  return `${storePath(storeId)}/pay-buttons`;
}

/** The page of a webhook. */
export function webhookPath(storeId: string, id: string): string {
  return `${webhooksPath(storeId)}/${encodeURIComponent(id)}`;
}

/** The page of a month of a store's books ("2026-11"). */
export function statementPath(storeId: string, month: string): string {
  return `${storePath(storeId)}/statements/${month}`;
}

/** The owner's page of an invoice. */
export function invoicePath(id: string): string {
  return `${INVOICES_PATH}/${encodeURIComponent(id)}`;
}

/** The page of an invoice's proof pack, and the pack with a digest as a file. */
export function proofPath(id: string): string {
  return `${invoicePath(id)}/proof`;
}
/** The path of a proof pack's file for the owner. */
export function proofFilePath(id: string, digest: string): string {
  return `${proofPath(id)}.json?digest=${encodeURIComponent(digest)}`;
}

/** The one-time link that makes the owner's account. */
export function ownerLinkUrl(publicUrl: string, token: string): string {
  return publicUrl + setupPath(token);
}

/** The page of a one-time link that makes an account or sets a password. */
export function setupPath(token: string): string {
  return `${SETUP_PATH}?token=${token}`;
}

/** A place to go to after signing in: a page of the owner's or a counter, with its question; else the overview. */
export function placeAfterSignIn(text: unknown): string {
  const isOurs = typeof text === "string" && /^\/(owner|pos|api-keys\/authorize)([/?]|$)/.test(text);
  return isOurs && !/[\\\s\p{Cc}]/u.test(text) ? text : OWNER_PATH;
}
