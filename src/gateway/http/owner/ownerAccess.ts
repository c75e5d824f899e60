import type { Permission } from "../../domain/access/permissions.ts";
import { OPERATIONS } from "../reference/operations.ts";

/** What a page or a form asks of its visitor, beside being signed in. */
export type Needs = Readonly<{
  may?: Permission; // in the store that the request is about; without one every signed-in visitor
  among?: true; // a list: in the store that `?store=` names, else in one store at least
  isAdmin?: true; // of the server
  isRecent?: true; // the visitor proved who they are within the last minutes; else the form asks for the second factor, or the password of a user without one
  isOpen?: true; // no one has to be signed in
}>;

const OPEN: Needs = { isOpen: true };
const SIGNED_IN: Needs = {};
const RECENT: Needs = { isRecent: true };
const SEES_SERVER: Needs = { isAdmin: true };
const ADMINISTERS: Needs = { isAdmin: true, isRecent: true };
// A page needs the permission that the API needs for the same operation.
const SEES_INVOICES: Needs = { may: OPERATIONS.getInvoice.needs };
const CHANGES_INVOICES: Needs = { may: OPERATIONS.changeInvoice.needs };
const CREATES_INVOICES: Needs = { may: OPERATIONS.createInvoice.needs };
const SEES_REQUESTS: Needs = { may: OPERATIONS.getPaymentRequest.needs };
const CHANGES_REQUESTS: Needs = { may: OPERATIONS.changePaymentRequest.needs };
const SEES_SETTINGS: Needs = { may: OPERATIONS.getStore.needs };
const CHANGES_SETTINGS: Needs = { may: OPERATIONS.changeStore.needs };
const CHANGES_MONEY_SETTINGS: Needs = { ...CHANGES_SETTINGS, isRecent: true };
const SEES_REPORTS: Needs = { may: OPERATIONS.exportFile.needs };
const SEES_STATEMENTS: Needs = { may: OPERATIONS.getStatement.needs };
const SEES_PAYOUTS: Needs = { may: OPERATIONS.getPayout.needs };
const PAYS: Needs = { may: OPERATIONS.markPayout.needs };
const DECIDES_PAYOUTS: Needs = { may: OPERATIONS.approvePayout.needs, isRecent: true };
const WEBHOOKS: Needs = { may: OPERATIONS.changeWebhook.needs };
const SEES_PEOPLE: Needs = { may: OPERATIONS.listStoreUsers.needs };
const PEOPLE: Needs = { may: OPERATIONS.addStoreUser.needs, isRecent: true };

/**
 * Who may open which page of the owner's area and send which form. The session guard asks this table about every request, by the
 * route's method and path.
 */
export const OWNER_ACCESS: Readonly<Record<string, Needs>> = {
  "GET /owner/sign-in": OPEN,
  "POST /owner/sign-in": OPEN,
  "GET /owner/sign-in/second-factor": OPEN,
  "POST /owner/sign-in/second-factor": OPEN,
  "POST /owner/sign-in/passkey/options": OPEN,
  "POST /owner/sign-in/passkey": OPEN,
  "GET /owner/setup": OPEN,
  "POST /owner/setup": OPEN,

  "GET /owner/confirm-email": OPEN,
  "POST /owner/confirm-email": OPEN,

  "GET /owner": SIGNED_IN,
  "POST /owner/sign-out": SIGNED_IN,
  "POST /owner/confirm": SIGNED_IN,
  "POST /owner/confirm/options": SIGNED_IN,
  "GET /owner/account": SIGNED_IN,
  "POST /owner/account/password": SIGNED_IN, // asks for the present one itself
  "POST /owner/account/email": RECENT,
  "POST /owner/account/email/link": SIGNED_IN,
  "POST /owner/account/totp/offer": RECENT,
  "POST /owner/account/totp": RECENT,
  "POST /owner/account/totp/end": RECENT,
  "POST /owner/account/recovery-codes": RECENT,
  "POST /owner/account/passkeys/options": SIGNED_IN,
  "POST /owner/account/passkeys": RECENT,
  "POST /owner/account/passkeys/:passkeyId/remove": RECENT,
  "POST /owner/account/sessions/end-others": SIGNED_IN,
  "POST /owner/account/sessions/:sessionId/end": SIGNED_IN,
  "GET /owner/notifications": SIGNED_IN,
  "POST /owner/notifications/seen": SIGNED_IN,
  "POST /owner/notifications/settings": SIGNED_IN,
  "GET /owner/push-worker.js": OPEN, // a script without secrets, which a browser fetches by itself
  "POST /owner/notifications/devices": SIGNED_IN,
  "POST /owner/notifications/devices/:deviceId/test": SIGNED_IN, // of the visitor's own
  "POST /owner/notifications/devices/:deviceId/remove": SIGNED_IN, // the same

  "GET /owner/users": { isAdmin: true },
  "POST /owner/users/two-factors": ADMINISTERS,
  "POST /owner/users/:userId/disabled": ADMINISTERS,
  "POST /owner/users/:userId/admin": ADMINISTERS,
  "POST /owner/users/:userId/reset": ADMINISTERS,
  "POST /owner/users/:userId/factors": ADMINISTERS,

  "POST /owner/account/language": SIGNED_IN,
  "POST /owner/account/theme": SIGNED_IN,

  "GET /owner/server": SEES_SERVER,
  "POST /owner/server/audit": SEES_SERVER,
  "POST /owner/server/mail": SEES_SERVER,
  "POST /owner/server/rates": SEES_SERVER,
  "POST /owner/server/quotes": SEES_SERVER,
  "POST /owner/server/reconcile": SEES_SERVER,
  "POST /owner/server/backup": ADMINISTERS,
  "GET /owner/stores/new": SEES_SERVER,
  "POST /owner/stores/new": ADMINISTERS,

  "GET /owner/keys": SIGNED_IN,
  "POST /owner/keys": { may: "canmanageapikeys", among: true, isRecent: true },
  "GET /owner/keys/:keyId/revoke": { may: "canmanageapikeys" },
  "POST /owner/keys/:keyId/revoke": { may: "canmanageapikeys" },
  "GET /owner/stores/:storeId/developers": SIGNED_IN, // leads to what the visitor may open
  "GET /owner/stores/:storeId/events": SEES_SETTINGS,
  "GET /owner/stores/:storeId/events/:sequence": SEES_SETTINGS,
  "GET /api-keys/authorize": SIGNED_IN,
  "POST /api-keys/authorize": RECENT,

  "GET /owner/audit-log": { may: "canviewauditlog", among: true },
  "GET /owner/audit-log.csv": { may: "canviewauditlog", among: true },
  "GET /owner/stores/:storeId/people": SEES_PEOPLE,
  "POST /owner/stores/:storeId/people/invite": PEOPLE,
  "POST /owner/stores/:storeId/people/role": PEOPLE,
  "POST /owner/stores/:storeId/people/remove": PEOPLE,
  "POST /owner/stores/:storeId/people/withdraw": PEOPLE,
  "POST /owner/stores/:storeId/people/own-role": PEOPLE,
  "POST /owner/stores/:storeId/people/payout-limit": CHANGES_MONEY_SETTINGS,
  "GET /owner/stores/:storeId/payout-limit": PAYS,
  "POST /owner/stores/:storeId/payout-limit": DECIDES_PAYOUTS,
  "POST /owner/stores/:storeId/payout-limit/withdraw": DECIDES_PAYOUTS,
  "GET /owner/stores/:storeId/refund-addresses": PAYS,
  "POST /owner/stores/:storeId/refund-addresses": DECIDES_PAYOUTS,
  "POST /owner/stores/:storeId/refund-addresses/withdraw": DECIDES_PAYOUTS,

  "GET /owner/stores/:storeId/settlement": PAYS, // of a change that waits, and those who may ask for one may pay too
  "POST /owner/stores/:storeId/settlement": CHANGES_MONEY_SETTINGS,
  "POST /owner/stores/:storeId/settlement/change": CHANGES_MONEY_SETTINGS,
  "POST /owner/stores/:storeId/settlement/confirm": DECIDES_PAYOUTS,
  "POST /owner/stores/:storeId/settlement/withdraw": DECIDES_PAYOUTS,

  "GET /owner/stores/:storeId": SEES_SETTINGS,
  "POST /owner/stores/:storeId": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/domain": CHANGES_SETTINGS,
  "GET /owner/stores/:storeId/settings/payments": SEES_SETTINGS,
  "GET /owner/stores/:storeId/settings/policy": SEES_SETTINGS,
  "GET /owner/stores/:storeId/settings/checkout": SEES_SETTINGS,
  "GET /owner/stores/:storeId/settings/books": SEES_SETTINGS,
  "GET /owner/stores/:storeId/settings/shops": SEES_SETTINGS,
  "GET /owner/stores/:storeId/settings/archive": SEES_SETTINGS,
  "GET /owner/stores/:storeId/settings/shops/:shop": SEES_SETTINGS,
  "POST /owner/stores/:storeId/settings/payments": CHANGES_MONEY_SETTINGS,
  "POST /owner/stores/:storeId/settings/policy": CHANGES_MONEY_SETTINGS,
  "POST /owner/stores/:storeId/settings/archive": CHANGES_MONEY_SETTINGS,
  "POST /owner/stores/:storeId/settings/archive/reopen": CHANGES_MONEY_SETTINGS,
  "POST /owner/stores/:storeId/settings/checkout": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/settings/books": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/settings/shops": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/first-steps/dismiss": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/test-payment": CREATES_INVOICES,
  "GET /owner/stores/:storeId/exports": SEES_REPORTS,
  "GET /owner/stores/:storeId/exports/:file": SEES_REPORTS,
  "GET /owner/stores/:storeId/valuations": SEES_REPORTS,
  "POST /owner/stores/:storeId/valuations": CHANGES_INVOICES,
  "GET /owner/stores/:storeId/statements": SEES_STATEMENTS,
  "GET /owner/stores/:storeId/statements/:month": SEES_STATEMENTS,
  "POST /owner/stores/:storeId/statements/:month/mail": SEES_STATEMENTS,
  "GET /owner/stores/:storeId/statements/:month/:file": SEES_STATEMENTS,

  "GET /owner/stores/:storeId/inbox": { may: OPERATIONS.getInbox.needs },
  "POST /owner/stores/:storeId/inbox/assign": { may: OPERATIONS.assignDeposit.needs },
  "POST /owner/stores/:storeId/inbox/refund": { may: OPERATIONS.refundDeposit.needs, isRecent: true },
  "POST /owner/stores/:storeId/inbox/not-a-payment": { may: OPERATIONS.dismissDeposit.needs },
  "POST /owner/stores/:storeId/inbox/senders/remove": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/inbox/lost/resolve": { may: OPERATIONS.resolveAttention.needs },
  "GET /owner/invoices": { ...SEES_INVOICES, among: true },
  "GET /owner/invoices.json": { ...SEES_INVOICES, among: true },
  "GET /owner/invoices.csv": { ...SEES_REPORTS, among: true },
  "POST /owner/invoices/columns": SIGNED_IN, // of the visitor's own list
  "POST /owner/invoices/selected": SIGNED_IN, // asks for the permission in the store of each invoice
  "POST /owner/invoices/selected/:act": SIGNED_IN, // the same
  "GET /owner/stores/:storeId/invoices/new": CREATES_INVOICES,
  "POST /owner/stores/:storeId/invoices/new": CREATES_INVOICES,
  "GET /owner/invoices/:invoiceId": SEES_INVOICES,
  "GET /owner/invoices/:invoiceId/proof": { may: OPERATIONS.proveInvoice.needs },
  "GET /owner/invoices/:invoiceId/proof.json": SEES_INVOICES,
  "POST /owner/invoices/:invoiceId/confirm/mark": CHANGES_INVOICES, // as the form that it is about
  "POST /owner/invoices/:invoiceId/confirm/refund": { may: "cancreatepullpayments" },
  "POST /owner/invoices/:invoiceId/details": CHANGES_INVOICES,
  "POST /owner/invoices/:invoiceId/send-link": { may: OPERATIONS.mailInvoice.needs },
  "POST /owner/invoices/:invoiceId/mark": CHANGES_INVOICES, // as Settled: canmarkinvoices
  "POST /owner/invoices/:invoiceId/resolve": { may: OPERATIONS.resolveAttention.needs },
  "POST /owner/invoices/:invoiceId/archive": CHANGES_INVOICES,
  "POST /owner/invoices/:invoiceId/unarchive": CHANGES_INVOICES,
  "POST /owner/invoices/:invoiceId/refund": { may: "cancreatepullpayments", isRecent: true },
  "POST /owner/invoices/:invoiceId/metadata": CHANGES_INVOICES,
  "POST /owner/invoices/:invoiceId/mail": { may: "cansendstoreemails" },

  "GET /owner/stores/:storeId/payment-links": SEES_REQUESTS,
  "GET /owner/stores/:storeId/payment-links/new": CHANGES_REQUESTS,
  "POST /owner/stores/:storeId/payment-links/new": CHANGES_REQUESTS,
  "GET /owner/stores/:storeId/payment-links/:linkId": SEES_REQUESTS,
  "GET /owner/stores/:storeId/payment-links/:linkId/print": SEES_REQUESTS,
  "POST /owner/stores/:storeId/payment-links/:linkId": CHANGES_REQUESTS,
  "POST /owner/stores/:storeId/payment-links/:linkId/archive": CHANGES_REQUESTS,
  "POST /owner/stores/:storeId/payment-links/:linkId/mail": CHANGES_REQUESTS,
  "GET /owner/stores/:storeId/pos": CREATES_INVOICES,
  "POST /owner/stores/:storeId/pos": CHANGES_SETTINGS,
  "GET /owner/stores/:storeId/pos/:posId": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/pos/:posId": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/pos/:posId/archive": CHANGES_SETTINGS,
  "GET /owner/stores/:storeId/pos/:posId/items/new": CHANGES_SETTINGS,
  "GET /owner/stores/:storeId/pos/:posId/items/:itemId": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/pos/:posId/items/:itemId": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/pos/:posId/items/:itemId/remove": CHANGES_SETTINGS,
  "GET /owner/stores/:storeId/pay-buttons": CHANGES_SETTINGS,
  "POST /owner/stores/:storeId/pay-buttons": CHANGES_SETTINGS,

  "GET /owner/payouts": { ...SEES_PAYOUTS, among: true }, // lists those of stores in which the visitor may see them
  "GET /owner/payouts/:payoutId": SEES_PAYOUTS,
  "GET /owner/payouts/:payoutId/progress": SEES_PAYOUTS,
  "POST /owner/payouts/:payoutId/approve": DECIDES_PAYOUTS,
  "POST /owner/payouts/:payoutId/cancel": DECIDES_PAYOUTS,
  "POST /owner/payouts/:payoutId/paid": DECIDES_PAYOUTS,
  "POST /owner/payouts/:payoutId/take-back": DECIDES_PAYOUTS,
  "POST /owner/payouts/:payoutId/sent": DECIDES_PAYOUTS,
  "POST /owner/payouts/:payoutId/wallet/prepare": PAYS,
  "POST /owner/payouts/:payoutId/wallet/ask": PAYS,
  "POST /owner/payouts/:payoutId/wallet/sent": PAYS,
  "POST /owner/payouts/:payoutId/wallet/confirmed": PAYS,
  "POST /owner/payouts/:payoutId/wallet/declined": PAYS,

  "GET /owner/stores/:storeId/webhooks": WEBHOOKS,
  "POST /owner/stores/:storeId/webhooks": WEBHOOKS,
  "GET /owner/stores/:storeId/webhooks/:webhookId": WEBHOOKS,
  "POST /owner/stores/:storeId/webhooks/:webhookId/settings": WEBHOOKS,
  "POST /owner/stores/:storeId/webhooks/:webhookId/test": WEBHOOKS,
  "POST /owner/stores/:storeId/webhooks/:webhookId/rotate": WEBHOOKS,
  "POST /owner/stores/:storeId/webhooks/:webhookId/redeliver": WEBHOOKS,
  "POST /owner/stores/:storeId/webhooks/:webhookId/delete": WEBHOOKS,
  "GET /owner/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId": WEBHOOKS,
  "GET /owner/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/page": WEBHOOKS,
};
