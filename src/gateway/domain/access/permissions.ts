/** What clients write before the name of a permission: in a store, and of a user. */
const PREFIX = "btcpay.store.";
const USER_PREFIX = "btcpay.user.";

/**
 * The permissions of the merchant API (Greenfield's names without their prefix; merchant API, section 1), and what each
 * includes. Some belong to things that Crosstill does not do: plugins ask for them, and they allow nothing.
 */
export const INCLUDES = {
  unrestricted: [
    "canmodifystoresettings",
    "canmarkinvoices",
    "canmanageusers",
    "canmanageapikeys",
    "canviewauditlog",
  ],
  canmodifystoresettings: [
    ...(["canmanagepullpayments", "canmodifyinvoices", "canviewstoresettings"] as const),
    ...(["webhooks.canmodifywebhooks", "canmodifypaymentrequests", "canmanagepayouts"] as const),
    ...(["cansendstoreemails", "canuselightningnode"] as const),
  ],
  canviewstoresettings: [
    ...(["canviewinvoices", "canviewpaymentrequests", "canviewreports"] as const),
    ...(["canviewpullpayments", "canviewpayouts"] as const),
  ],
  canmodifyinvoices: ["canviewinvoices", "cancreateinvoice"],
  canmarkinvoices: ["canviewinvoices"], // ours: nothing else includes it, because goods leave on it
  canmanageusers: [], // ours, as the two below: who may sign in, and in which role
  canmanageapikeys: [],
  canviewauditlog: [],
  canviewinvoices: [],
  cancreateinvoice: [],
  "webhooks.canmodifywebhooks": [],
  canmodifypaymentrequests: ["canviewpaymentrequests"],
  canviewpaymentrequests: [],
  canmanagepullpayments: ["cancreatepullpayments", "canarchivepullpayments"],
  cancreatepullpayments: ["cancreatenonapprovedpullpayments"],
  cancreatenonapprovedpullpayments: [],
  canarchivepullpayments: [],
  canviewpullpayments: [],
  canmanagepayouts: ["canviewpayouts"],
  canviewpayouts: [],
  canviewreports: [],
  cansendstoreemails: [],
  canuselightningnode: [],
  // Of the key's own user, in no store: `unrestricted`, which is of a store, does not include them.
  "user.canviewprofile": [],
  "user.canmodifyprofile": ["user.canviewprofile"],
  "user.canviewnotificationsforuser": [],
  "user.canmanagenotificationsforuser": ["user.canviewnotificationsforuser"],
} as const;

export type Permission = keyof typeof INCLUDES;

/** A permission that is about the key's own user, and not about a store. */
export type UserPermission = Extract<Permission, `user.${string}`>;

export const ALL_PERMISSIONS = Object.keys(INCLUDES) as readonly Permission[];

/** Default permissions of a key: the set that a shop plugin needs, which PrestaShop's compares exactly. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = [
  "canmodifystoresettings",
  "webhooks.canmodifywebhooks",
  "canviewstoresettings",
  "cancreateinvoice",
  "canviewinvoices",
  "canmodifyinvoices",
];

/** True when one of the granted permissions is the wanted one or includes it. Applied at each check, never in a listing. */
export function allows(granted: readonly string[], wanted: Permission): boolean {
  return granted.some((name) => {
    const plain = plainPermission(name);
    return plain === wanted || (isPermission(plain) && allows(INCLUDES[plain], wanted));
  });
}

/**
 * Returns the part of the granted permissions that `isHeld` accepts. A permission that is not held is replaced by those that it
 * includes and that are held.
 */
export function heldPermissions(
  granted: readonly string[],
  isHeld: (name: Permission) => boolean,
): readonly string[] {
  const held = granted.flatMap((name) => {
    const plain = plainPermission(name);
    if (!isPermission(plain)) return [];
    return isHeld(plain) ? [name] : heldPermissions(INCLUDES[plain], isHeld);
  });
  return [...new Set(held)];
}

/** A permission without its prefix, however it was written. */
export function plainPermission(name: string): string {
  if (name.startsWith(USER_PREFIX)) return `user.${name.slice(USER_PREFIX.length)}`;
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}

/** A permission as clients write it. */
export function fullPermission(name: string): string {
  const plain = plainPermission(name);
  if (isUserPermission(plain)) return `btcpay.${plain}`;
  return plain === "unrestricted" ? plain : PREFIX + plain;
}

/** A permission of a key as clients write it: with the key's store, unless it is about the key's user. */
export function scopedPermission(name: string, storeId: string): string {
  const full = fullPermission(name);
  return isUserPermission(plainPermission(name)) ? full : `${full}:${storeId}`;
}

/** True for the name of a permission, without its prefix. */
export function isPermission(name: string): name is Permission {
  return Object.hasOwn(INCLUDES, name);
}

/** True for the name of a permission, without its prefix, that is about the key's user and not about a store. */
export function isUserPermission(name: string): name is UserPermission {
  return isPermission(name) && name.startsWith("user.");
}
