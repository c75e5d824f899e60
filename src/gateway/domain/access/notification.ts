import type { Instant } from "../../../values/time.ts";
import type { Permission } from "./permissions.ts";
import { mayIn, type Access } from "./roles.ts";

/**
 * The kinds of notifications: the permission of those who can do something about it, in the store that it is about.
 * `admin` is for administrators of the server.
 */
export const NOTIFICATION_KINDS = {
  payment_received: "canviewinvoices", // each payment that has settled
  payments_daily: "canviewreports", // what a day has brought
  exception: "canviewinvoices", // a payment needs a decision
  unattributed: "canviewinvoices", // money came that belongs to no invoice
  invoice_lost: "canviewinvoices", // by a failover or a restored backup
  mail_failed: "canviewinvoices",
  webhook_disabled: "webhooks.canmodifywebhooks",
  refund_uncovered: "canmanagepayouts",
  payout_waiting: "canmanagepayouts", // for an approval, or for the second one
  payout_unpaid: "canmanagepayouts", // approved, and a person has to pay it
  settings_changed: "canmodifystoresettings", // by another person
  settlement_changed: "canmodifystoresettings", // by another person, or asked for
  account_opened: "admin", // another administrator made a link for a password, or took second factors away
  audit_violation: "admin",
  intent_service: "admin", // it refuses the key, or ends a path
} as const satisfies Readonly<Record<string, Permission | "admin">>;

/** Kinds about which nothing has to be done: off until a user chooses them, so that the count at the bell says what waits. */
const OPT_IN: ReadonlySet<string> = new Set(["payment_received", "payments_daily"]);

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const ALL_NOTIFICATION_KINDS = Object.keys(NOTIFICATION_KINDS) as readonly NotificationKind[];

/** The kinds of notifications that a user may read, by store; undefined for an administrator, who may read all. */
export type ReadableNotices = ReadonlyMap<string, readonly NotificationKind[]> | undefined;

/** Lists what a user may read by the present rights: old notifications stay when a role ends. */
export function readableNotices(access: Access): ReadableNotices {
  if (access.isAdmin) return undefined;
  const kindsIn = (storeId: string) =>
    ALL_NOTIFICATION_KINDS.filter((kind) => mayReadNotice(access, { kind, storeId }));
  return new Map([...access.stores.keys()].map((storeId) => [storeId, kindsIn(storeId)]));
}

/** True when the user's present rights allow this kind of notification in its store. */
export function mayReadNotice(access: Access, { kind, storeId }: Pick<Notice, "kind" | "storeId">): boolean {
  const needed = NOTIFICATION_KINDS[kind];
  if (needed === "admin" || storeId === undefined) return access.isAdmin;
  return mayIn(access, storeId, needed);
}

/** The channels of a notification: the page with the bell, e-mail, and web push to the browsers that the user chose. */
export const CHANNELS = ["page", "mail", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

/** An event to notify of, before its recipients are known. */
export type Notice = Readonly<{
  kind: NotificationKind;
  storeId: string | undefined;
  subject: string; // each thing has its own: one notification for each user
  body: string;
  link: string; // a path of the owner's pages
  by?: string | undefined; // the acting user, who gets no notification
}>;

/** A notification of one user. */
export type Notification = Omit<Notice, "by"> &
  Readonly<{ id: string; userId: string; at: Instant; seenAt: Instant | undefined }>;

/** True for the name of a kind. */
export function isNotificationKind(name: string): name is NotificationKind {
  return Object.hasOwn(NOTIFICATION_KINDS, name);
}

type Chosen = Readonly<{
  muted?: readonly string[];
  chosen?: readonly string[];
  mailed?: readonly string[];
  pushed?: readonly string[];
}>;

/** The choice of the kinds that a user sees on the page with the bell. */
export function choosePageKinds(shown: readonly string[]) {
  return {
    muted: ALL_NOTIFICATION_KINDS.filter((kind) => !shown.includes(kind)),
    chosen: ALL_NOTIFICATION_KINDS.filter((kind) => OPT_IN.has(kind) && shown.includes(kind)),
  };
}

/**
 * True when a user gets this kind by this channel. The default is the page (for kinds that are not opt-in), no e-mail, and by web
 * push what is on the page: without a browser that the user chose there is none.
 */
export function wantsNotice(
  { muted = [], chosen = [], mailed = [], pushed }: Chosen,
  kind: NotificationKind,
  channel: Channel,
): boolean {
  const isOnPage = OPT_IN.has(kind) ? chosen.includes(kind) : !muted.includes(kind);
  switch (channel) {
    case "page":
      return isOnPage;
    case "mail":
      return mailed.includes(kind);
    case "push":
      return pushed?.includes(kind) ?? isOnPage;
  }
}
