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

/** One task: it clicks, and fails where its result is not seen. */
export type Task = (merchant: Merchant) => Promise<void>;

/**
 * Tasks that a merchant does in the browser, by area: those with money, with a script of the page, with a file or over several
 * pages, and one form of settings. What the other forms do, test/gateway/http tests without a browser.
 */
export const TASKS: Readonly<Record<string, Readonly<Record<string, Task>>>> = {
  "first run": {
    "make the account by the link of the start": people.makeAccount,
    "sign in on another screen": people.signIn,
    "make a store, whose address is checked": stores.makeStore,
    "make a test payment": overview.makeTestPayment,
    "connect a shop": stores.connectShop,
    "make a backup": server.makeBackup,
  },
  overview: {
    "see what was received, and follow a figure to its invoices": overview.followFigure,
    "see what was received by day, as a table": overview.readDays,
  },
  stores: {
    "switch to another store": stores.switchStore,
    "change where the store is paid, and see both addresses in full": stores.changeSettlement,
    "change tolerance, policy and confirmations": stores.changePolicy,
    "give the store a colour": stores.chooseColour,
  },
  invoices: {
    "create an invoice": invoices.create,
    "see new invoices without loading the list": invoices.seeNew,
    "choose and refund invoices without JavaScript": invoices.withoutScripts,
    "filter the list, and keep its columns": invoices.filter,
    "archive several invoices at once": invoices.archiveSeveral,
    "export a selection": invoices.exportSelection,
    "mark an invoice as paid": invoices.markSettled,
    "refund an invoice in full": invoices.refundAll,
    "refund a part, and then the rest": invoices.refundPartAndRest,
    "see the proof of an invoice": invoices.seeProof,
  },
  selling: {
    "make a payment link, which is paid": selling.paymentLink,
    "sell at a point of sale: items, the keypad, a tip and the receipt": selling.pointOfSale,
    "make a donation button": selling.donationButton,
  },
  "every day": {
    "see the badge, and accept an underpaid invoice": inbox.accept,
    "approve a payout, and record that it was paid": inbox.payPayout,
    "add a webhook, test it and see the delivery": developers.testWebhook,
    "export a range in another format": reports.exportRange,
  },
  people: {
    "invite a colleague, who signs in with the role": people.invite,
    "change a role, and remove a person": people.changeRole,
    "add a passkey, and sign in with it": people.addPasskey,
  },
  "after a while": {
    "refund an underpaid invoice from the inbox": inbox.refund,
  },
};

/** Tasks whose pages have other controls on a wide screen: the navigation, tables with columns, and the counter. The others are done on a phone. */
export const ON_DESKTOP: ReadonlySet<string> = new Set([
  "sign in on another screen",
  "see what was received, and follow a figure to its invoices",
  "switch to another store",
  "see new invoices without loading the list",
  "filter the list, and keep its columns",
  "archive several invoices at once",
  "refund an invoice in full",
  "sell at a point of sale: items, the keypad, a tip and the receipt",
  "see the badge, and accept an underpaid invoice",
  "approve a payout, and record that it was paid",
  "add a webhook, test it and see the delivery",
  "change a role, and remove a person",
]);
