import type { Merchant } from "./merchant.ts";
import * as developers from "./developers.ts";
import * as inbox from "./inbox.ts";
import * as invoices from "./invoices.ts";
import * as overview from "./overview.ts";
import * as people from "./people.ts";
import * as reports from "./reports.ts";
import * as selling from "./selling.ts";
import * as server from "./server.ts";
import * as stores from "./stores.ts";

/** One task: it begins on the overview, clicks, and fails where its result is not seen. */
export type Task = (merchant: Merchant) => Promise<void>;

/** The task that makes the second store, which other tasks use. */
export const MAKE_STORE = "make a store, whose address is checked";

/** Tasks that a merchant does in the browser, by area. */
export const TASKS: Readonly<Record<string, Readonly<Record<string, Task>>>> = {
  "first run": {
    [MAKE_STORE]: stores.makeStore,
    "make a test payment": overview.makeTestPayment,
    "connect a shop": stores.connectShop,
    "make a backup": server.makeBackup,
  },
  overview: {
    "see what was received, and follow a figure to its invoices": overview.followFigure,
    "see what was received by day, as a table": overview.readDays,
    "see what waits": overview.seeWhatWaits,
    "open one of the last invoices": overview.openLastInvoice,
    "see how each part of the gateway is": overview.seeHealth,
  },
  stores: {
    "switch to another store": stores.switchStore,
    "change a refund address": stores.changeRefundAddress,
    "choose who pays for the conversion, and the margin": stores.changePrice,
    "change tolerance, policy and confirmations": stores.changePolicy,
    "switch a coin off and on": stores.switchCoin,
    "choose the coin that is shown first": stores.chooseFirstCoin,
    "choose the language of payment pages": stores.chooseLanguage,
    "choose the time zone of the books": stores.chooseZone,
    "give the store a colour": stores.chooseColour,
    "archive a store, and sell again": stores.archiveStore,
  },
  invoices: {
    "create an invoice": invoices.create,
    "find an invoice": invoices.find,
    "filter the list, and keep its columns": invoices.filter,
    "archive an invoice, and show it again": invoices.archive,
    "archive several invoices at once": invoices.archiveSeveral,
    "export a selection": invoices.exportSelection,
    "edit the order details": invoices.editDetails,
    "edit the metadata": invoices.editMetadata,
    "mark an invoice as paid": invoices.markSettled,
    "mark an invoice as invalid": invoices.markInvalid,
    "send the link of an invoice by e-mail": invoices.mailLink,
    "refund an invoice in full": invoices.refundAll,
    "refund a part, and then the rest": invoices.refundPartAndRest,
    "see the proof of an invoice": invoices.seeProof,
  },
  selling: {
    "make a payment link, which is paid": selling.paymentLink,
    "sell at a point of sale: an item, the keypad, a tip and the receipt": selling.pointOfSale,
    "make a donation button": selling.donationButton,
  },
  inbox: {
    "see the badge, and accept an underpaid invoice": inbox.accept,
    "mark an underpaid invoice as invalid": inbox.markInvalid,
    "assign unattributed funds to an invoice": inbox.assign,
    "take an entry off the list": inbox.takeOff,
  },
  payouts: {
    "approve a payout, and record that it was paid": inbox.payPayout,
    "cancel a payout": inbox.cancelPayout,
  },
  developers: {
    "add a webhook, test it and see the delivery": developers.testWebhook,
    "send a delivery again": developers.redeliver,
    "give a webhook a new secret": developers.rotate,
    "delete a webhook": developers.deleteWebhook,
    "make a key that expires, and revoke it": developers.makeAndRevokeKey,
    "read the events": developers.readEvents,
    "read the reference of the API": developers.readReference,
  },
  reports: {
    "export a range in another format": reports.exportRange,
    "download a file of the statement": reports.downloadOfStatement,
    "name the accountant": reports.nameAccountant,
  },
  people: {
    "invite a colleague, who signs in with the role": people.invite,
    "change a role, and remove a person": people.changeRole,
    "make a role of the store's own": people.makeRole,
    "let two people approve large payouts": people.limitPayouts,
    "see the sessions, and end the others": people.endSessions,
    "set up an authenticator app, and use a recovery code": people.setUpTotp,
    "add a passkey, and sign in with it": people.addPasskey,
    "change the language and the theme": people.changeLooks,
    "find an action in the audit log, and download it": people.readAuditLog,
  },
  notifications: {
    "see a notification, and mark it as seen": people.seeNotification,
    "choose what to be told of": people.chooseNotifications,
  },
  server: {
    "send a test mail": server.testMail,
    "ask each source of rates": server.askRates,
    "see the version, the service and the jobs": server.seeAbout,
    "run an audit": server.runAudit,
    "run a reconciliation": server.runReconciliation,
  },
  "after a while": {
    "refund an underpaid invoice from the inbox": inbox.refund,
    "send the accountant the month": reports.mailMonth,
  },
};

/** Tasks whose pages have other controls on a wide screen: the navigation, tables with columns, and the counter. */
export const DIFFERENT_ON_DESKTOP: ReadonlySet<string> = new Set([
  "see what was received, and follow a figure to its invoices",
  "switch to another store",
  "filter the list, and keep its columns",
  "archive several invoices at once",
  "refund an invoice in full",
  "sell at a point of sale: an item, the keypad, a tip and the receipt",
  "see the badge, and accept an underpaid invoice",
  "approve a payout, and record that it was paid",
  "add a webhook, test it and see the delivery",
  "change a role, and remove a person",
]);
