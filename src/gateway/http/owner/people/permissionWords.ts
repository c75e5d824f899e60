import { merchantWords, type Translate } from "../../../../languages/merchantWords.ts";
import { isUserPermission, type Permission } from "../../../domain/access/permissions.ts";

/** What each permission allows, in words for the owner. */
export function permissionWords(tr: Translate): Readonly<Record<Permission, string>> {
  return {
    unrestricted: tr("Do everything in the store"),
    canmodifystoresettings: tr("Change the store's settings, and do everything in it"),
    canviewstoresettings: tr("See the store's settings, payment methods and rates, and everything in it"),
    canmodifyinvoices: tr("Create invoices, mark unpaid ones as invalid, and change their notes"),
    canmarkinvoices: tr("Mark invoices as paid, and assign unattributed funds to them"),
    canmanageusers: tr("Invite people to the store, and change their roles"),
    canmanageapikeys: tr("Make and revoke the store's API keys"),
    canviewauditlog: tr("See the audit log"),
    canviewinvoices: tr("See invoices and their payments"),
    cancreateinvoice: tr("Create invoices"),
    "webhooks.canmodifywebhooks": tr("Set up webhooks, which report payments to the shop"),
    canmodifypaymentrequests: tr("Create and change payment requests"),
    canviewpaymentrequests: tr("See payment requests"),
    canmanagepullpayments: tr("Create, approve and end refunds and pull payments"),
    cancreatepullpayments: tr("Create refunds and pull payments that need no approval"),
    cancreatenonapprovedpullpayments: tr("Propose refunds, which you approve before anything is paid"),
    canarchivepullpayments: tr("End refunds and pull payments"),
    canviewpullpayments: tr("See refunds and pull payments"),
    canmanagepayouts: tr("Approve, pay and cancel payouts"),
    canviewpayouts: tr("See payouts"),
    canviewreports: tr("See reports"),
    cansendstoreemails: tr("Send the e-mails of an invoice again"),
    canuselightningnode: tr("Use a Lightning node (Crosstill has none)"),
    "user.canviewprofile": tr("See your own name and e-mail address"),
    "user.canmodifyprofile": tr("Choose your own language and theme"),
    "user.canviewnotificationsforuser": tr("See your own notifications"),
    "user.canmanagenotificationsforuser": tr("Mark and remove your own notifications, and choose them"),
  };
}

const ALL = Object.keys(permissionWords(merchantWords("en"))) as readonly Permission[];

const WITHOUT_USE: readonly Permission[] = ["canuselightningnode"];

/** What can be granted by hand in a store: those that do something here. */
export const OFFERED: readonly Permission[] = ALL.filter((name) => {
  return name !== "unrestricted" && !isUserPermission(name) && !WITHOUT_USE.includes(name);
});

/** What a user can grant to a key about itself. */
export const OFFERED_OF_USER: readonly Permission[] = ALL.filter(isUserPermission);
