import type { Permission } from "../../domain/access/permissions.ts";

/** What each permission allows, in words for the owner. */
export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  unrestricted: "Do everything in the store",
  canmodifystoresettings: "Change the store's settings, and do everything in it",
  canviewstoresettings: "See the store's settings, payment methods and rates, and everything in it",
  canmodifyinvoices: "Create invoices, mark unpaid ones as invalid, and change their notes",
  canmarkinvoices: "Mark invoices as paid, and assign unattributed funds to them",
  canmanageusers: "Invite people to the store, and change their roles",
  canmanageapikeys: "Make and revoke the store's API keys",
  canviewauditlog: "See the audit log",
  canviewinvoices: "See invoices and their payments",
  cancreateinvoice: "Create invoices",
  "webhooks.canmodifywebhooks": "Set up webhooks, which report payments to the shop",
  canmodifypaymentrequests: "Create and change payment requests",
  canviewpaymentrequests: "See payment requests",
  canmanagepullpayments: "Create, approve and end refunds and pull payments",
  cancreatepullpayments: "Create refunds and pull payments that need no approval",
  cancreatenonapprovedpullpayments: "Propose refunds, which you approve before anything is paid",
  canarchivepullpayments: "End refunds and pull payments",
  canviewpullpayments: "See refunds and pull payments",
  canmanagepayouts: "Approve, pay and cancel payouts",
  canviewpayouts: "See payouts",
  canviewreports: "See reports",
  cansendstoreemails: "Send e-mail for the store (Crosstill sends none)",
  canuselightningnode: "Use a Lightning node (Crosstill has none)",
};

/** What can be granted by hand: those that do something here. */
export const OFFERED: readonly Permission[] = (Object.keys(PERMISSION_WORDS) as readonly Permission[]).filter(
  (name) => !["unrestricted", "cansendstoreemails", "canuselightningnode"].includes(name),
);
