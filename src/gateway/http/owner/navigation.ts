import { english } from "../../../languages/merchantWords.ts";
import type { Permission } from "../../domain/access/permissions.ts";
import { mayIn, type Access } from "../../domain/access/roles.ts";
import {
  AUDIT_LOG_PATH,
  developersPath,
  exportsPath,
  inboxPath,
  INVOICES_PATH,
  KEYS_PATH,
  OWNER_PATH,
  payButtonsPath,
  paymentLinksPath,
  PAYOUTS_PATH,
  SERVER_PATH,
  peoplePath,
  pointsOfSalePath,
  storePath,
} from "./paths.ts";

/** A place in the side navigation: of a store for those who may see it there. */
type Place = Readonly<{
  key: string; // of the page that is open
  label: string; // English, translated where it is shown
  icon: string; // a symbol of views/owner/icons.eta
  path: (storeId: string) => string;
  may?: Permission;
  any?: readonly Permission[]; // one of these is enough
  isAdmin?: true; // for administrators of the server alone
}>;

const PLACES: readonly Place[] = [
  {
    key: "overview",
    label: english("Overview"),
    icon: "home",
    path: (id) => (id === "" ? OWNER_PATH : `${OWNER_PATH}?store=${encodeURIComponent(id)}`),
  },
  { key: "inbox", label: english("Inbox"), icon: "inbox", path: inboxPath, may: "canviewinvoices" },
  {
    key: "invoices",
    label: english("Invoices"),
    icon: "invoice",
    path: (id) => `${INVOICES_PATH}?store=${encodeURIComponent(id)}`,
    may: "canviewinvoices",
  },
  {
    key: "payment-links",
    label: english("Payment links"),
    icon: "link",
    path: paymentLinksPath,
    may: "canviewpaymentrequests",
  },
  {
    key: "pos",
    label: english("Point of sale"),
    icon: "till",
    path: pointsOfSalePath,
    may: "cancreateinvoice",
  },
  {
    key: "pay-buttons",
    label: english("Pay buttons"),
    icon: "button",
    path: payButtonsPath,
    may: "canmodifystoresettings",
  },
  {
    key: "payouts",
    label: english("Payouts"),
    icon: "payout",
    path: () => PAYOUTS_PATH,
    may: "canviewpayouts",
  },
  {
    key: "statements",
    label: english("Reports"),
    icon: "report",
    path: (id) => `${storePath(id)}/statements`,
    may: "canviewreports",
  },
  { key: "exports", label: english("Exports"), icon: "download", path: exportsPath, may: "canviewreports" },
  {
    key: "developers",
    label: english("Developers"),
    icon: "code",
    any: ["canmanageapikeys", "webhooks.canmodifywebhooks", "canviewstoresettings"],
    path: (id) => (id === "" ? KEYS_PATH : developersPath(id)),
  },
  { key: "people", label: english("People"), icon: "people", path: peoplePath, may: "canmanageusers" },
  {
    key: "audit-log",
    label: english("Audit log"),
    icon: "log",
    path: (id) => `${AUDIT_LOG_PATH}?store=${encodeURIComponent(id)}`,
    may: "canviewauditlog",
  },
  {
    key: "store",
    label: english("Settings"),
    icon: "settings",
    path: storePath,
    may: "canviewstoresettings",
  },
  { key: "server", label: english("Server"), icon: "server", path: () => SERVER_PATH, isAdmin: true },
];

export type StoreName = Readonly<{ id: string; name: string }>;

/** The navigation of a visitor in a store, for views/owner/side.eta. `waiting` holds what is shown beside a place, by the place's key. */
export function navigationOf(
  access: Access,
  stores: readonly StoreName[],
  storeId: string | undefined,
  waiting: Readonly<Record<string, string | undefined>>,
) {
  const current = currentStore(stores, storeId);
  const isOpen = ({ may, any, isAdmin }: Place) => {
    if (isAdmin) return access.isAdmin;
    const needed = any ?? (may === undefined ? [] : [may]);
    return needed.length === 0 || (current && needed.some((one) => mayIn(access, current.id, one)));
  };
  return {
    current,
    stores,
    places: PLACES.filter(isOpen).map(({ key, label, icon, path }) => ({
      key,
      label,
      icon,
      path: path(current?.id ?? ""),
      count: waiting[key],
    })),
  };
}

/** The store that the navigation is of: the one that was chosen, else the first. */
export function currentStore(
  stores: readonly StoreName[],
  storeId: string | undefined,
): StoreName | undefined {
  return stores.find(({ id }) => id === storeId) ?? stores[0];
}
